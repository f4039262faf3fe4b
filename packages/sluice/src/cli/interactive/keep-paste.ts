import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sizeText } from '@sluice/base';

/** A longer paste would fill the model's window with what it may not need. */
const MAX_BYTES = 256 * 1024;
/** What a prompt says in place of a paste. */
const KEPT = /\[pasted text, [\d,]+ lines, [^\],\n]+, in the file (\/[^\]\n]*\/paste-([\da-f]{16})\.txt)\]/g;

/**
 * Keeps a great paste in a file that the model may read a part of; answers with what the prompt says in its place. Undefined: the paste
 * isn't that long, or can't be kept.
 */
export function keepPaste(directory: string, text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_BYTES) return undefined;
  const path = join(directory, `paste-${hashOf(text)}.txt`);
  // The same text may have been pasted before.
  if (!isKept(path, bytes) && !write(directory, path, text)) return undefined;
  const lines = text.split('\n').length.toLocaleString('en');
  return `[pasted text, ${lines} lines, ${sizeText(bytes)}, in the file ${path}]`;
}

/**
 * A prompt that is used again, such as one from the history: what was pasted into it is kept for this session, too. A paste whose file
 * is gone, or holds something else, stays as it is.
 */
export function keepPastesOf(directory: string, prompt: string): string {
  return prompt.replaceAll(KEPT, (said: string, path: string, hash: string) => {
    if (dirname(path) === directory) return said;
    const text = readPaste(path);
    return text === undefined || hashOf(text) !== hash ? said : (keepPaste(directory, text) ?? said);
  });
}

function readPaste(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

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
