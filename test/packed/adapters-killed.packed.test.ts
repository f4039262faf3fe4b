import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, inject, it } from 'vitest';
import { node } from './packed.ts';
import { linkSDKs } from './sdk-packages.ts';

const root = join(import.meta.dirname, '../..');

beforeAll(linkSDKs);

it.each(['ai-sdk.js', 'anthropic.js', 'openai-agents.js', 'langchain.js', 'mastra.js', 'google.js'])(
  'examples/approvals/%s: a question survives kill -9, and the approved call runs once',
  async (program) => {
    const app = join(inject('packedDirectory'), 'app');
    const cwd = mkdtempSync(join(app, 'approvals-'));
    cpSync(join(root, 'examples/approvals'), cwd, { recursive: true });
    const { PATH = '' } = process.env;
    const first = spawn(process.execPath, [program], {
      cwd,
      env: { PATH, HOME: join(inject('packedDirectory'), 'home') },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => {
      first.once('exit', (_status, signal) => resolve(signal));
    });
    for await (const line of createInterface({ input: first.stdout })) {
      expect(line).toBe('Approve 1 call? (yes or no)');
      first.kill('SIGKILL');
    }
    expect(await ended).toBe('SIGKILL');
    const file = join(cwd, 'approved.txt');
    expect(existsSync(file)).toBe(false);
    const second = node([program], { cwd, input: 'yes\n' });
    expect(second.stdout).toBe('Approve 1 call? (yes or no)\nDone.\n');
    expect([second.status, readFileSync(file, 'utf8')]).toEqual([0, 'approved\n']);
  },
);
