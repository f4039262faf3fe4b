import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sizeText, writePrivateFileSync } from '@sluice/base';

/** A longer paste would fill the model's window with what it may not need. */
const MAX_BYTES = 256 * 1024;
/** So many pastes, none of them longer, are kept for prompts of the history. */
const MAX_REMEMBERED = 20;
const MAX_REMEMBERED_BYTES = 4 * 1024 * 1024;
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
  // A line feed ends a line: the last one begins none.
  const lines = (text.split('\n').length - (text.endsWith('\n') ? 1 : 0)).toLocaleString('en');
  return `[pasted text, ${lines} lines, ${sizeText(bytes)}, in the file ${path}]`;
}

/**
 * A prompt that is used again, such as one from the history: what was pasted into it is kept for this session, too. A paste that is gone
 * stays as it is.
 * @param remembered where `rememberPastes` has put it, for one whose session is gone. Default: nowhere
 */
export function keepPastesOf(directory: string, prompt: string, remembered?: string): string {
  return prompt.replaceAll(KEPT, (said: string, path: string, hash: string) => {
    if (dirname(path) === directory && isFile(path)) return said;
    const text =
      readPaste(path, hash) ??
      (remembered === undefined ? undefined : readPaste(join(remembered, basename(path)), hash));
    return text === undefined ? said : (keepPaste(directory, text) ?? said);
  });
}

/** Keeps what was pasted into a prompt of the history for longer than its session is kept: the latest pastes, that is. */
export function rememberPastes(remembered: string, prompt: string): void {
  for (const [, path = '', hash = ''] of prompt.matchAll(KEPT)) {
    const text = readPaste(path, hash);
    if (text === undefined || Buffer.byteLength(text) > MAX_REMEMBERED_BYTES) continue;
    const copy = join(remembered, basename(path));
    if (isKept(copy, Buffer.byteLength(text))) utimesSync(copy, new Date(), new Date());
    else write(remembered, copy, text);
  }
  forgetOldest(remembered);
}

function forgetOldest(remembered: string): void {
  try {
    const paths = readdirSync(remembered).map((name) => join(remembered, name));
    if (paths.length <= MAX_REMEMBERED) return;
    const dated = paths.map((path) => ({ path, time: lstatSync(path).mtimeMs }));
    for (const { path } of dated.toSorted((one, other) => other.time - one.time).slice(MAX_REMEMBERED))
      rmSync(path, { force: true });
  } catch {
    // None is kept, or another program has just removed one.
  }
}

/** Undefined: it is gone, or something else has its name. */
function readPaste(path: string, hash: string): string | undefined {
  try {
    if (!isFile(path)) return undefined;
    const text = readFileSync(path, 'utf8');
    return hashOf(text) === hash ? text : undefined;
  } catch {
    return undefined;
  }
}

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

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
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writePrivateFileSync(path, text);
    return true;
  } catch {
    return false;
  }
}
