import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sizeText } from '@sluice/base';

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
  // The same text may have been pasted before.
  if (!isKept(path, bytes) && !write(directory, path, text)) return undefined;
  const lines = text.split('\n').length.toLocaleString('en');
  return `[pasted text, ${lines} lines, ${sizeText(bytes)}, in the file ${path}]`;
}

function isKept(path: string, bytes: number): boolean {
  try {
    const stats = lstatSync(path);
    return stats.isFile() && stats.size === bytes;
  } catch {
    return false;
  }
}

/** All of it, or nothing: a full disk must not leave a part under this name. False: it can't be written. */
function write(directory: string, path: string, text: string): boolean {
  const draft = join(directory, `.${randomUUID()}.tmp`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
      renameSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
    return true;
  } catch {
    return false;
  }
}
