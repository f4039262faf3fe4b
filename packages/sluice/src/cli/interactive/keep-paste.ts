import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, sizeText } from '@sluice/base';

/** A longer paste would fill the model's window with what it may not need. */
const MAX_BYTES = 256 * 1024;

/**
 * Keeps a great paste in a file that the model may read a part of; answers with what the prompt says in its place. Undefined: the paste
 * isn't that long, or can't be kept.
 */
export function keepPaste(directory: string, text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_BYTES) return undefined;
  const path = join(directory, `paste-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.txt`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // The same text was pasted before.
    if (errorCode(error) !== 'EEXIST') return undefined;
  }
  const lines = text.split('\n').length.toLocaleString('en');
  return `[pasted text, ${lines} lines, ${sizeText(bytes)}, in the file ${path}]`;
}
