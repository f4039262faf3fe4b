import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The SDKs that an application has beside the packed packages. */
export function linkSDKs(): void {
  for (const name of [
    'ai',
    'ai-6',
    '@ai-sdk',
    '@anthropic-ai',
    '@openai',
    '@langchain',
    'langchain',
    '@google',
    '@mastra',
  ]) {
    const target = join(inject('packedDirectory'), 'app/node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    if (!existsSync(target)) symlinkSync(join(root, 'node_modules', name), target);
  }
}
