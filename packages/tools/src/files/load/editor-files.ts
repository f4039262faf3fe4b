import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { hashOfBytes } from './fingerprint.ts';
import { loadFile, type LoadedFile } from './load-file.ts';
import { problem, type Problem } from '../problem.ts';
import { CHANGE_SIZE_LIMIT } from '../size-limit.ts';
import type { UnsavedText } from './unsaved-text.ts';

/** The texts of an editor in which files are open, some of them not saved. */
export interface EditorFiles {
  /** The text that the editor shows for this real path. Undefined: it has none, or doesn't answer. Must not reject. */
  read(path: string, signal: AbortSignal): Promise<string | undefined>;
  /** Replaces the text. False: the editor can't, or didn't. Must not reject. */
  write(path: string, text: string, signal: AbortSignal): Promise<boolean>;
}

/** The file with the text that a person sees: the editor's, if that is not saved; otherwise the disk's. */
export async function loadShownFile(
  path: string,
  signal: AbortSignal,
  editor: EditorFiles | undefined,
): Promise<LoadedFile | Problem> {
  const loaded = await loadFile(path, signal);
  if (!loaded.ok || editor === undefined) return loaded;
  const { bytes } = loaded;
  if (bytes.length > CHANGE_SIZE_LIMIT || !isUtf8(bytes) || bytes.includes(0)) return loaded;
  const disk = bytes.toString('utf8');
  const text = await editor.read(path, signal);
  signal.throwIfAborted();
  if (text === undefined || normalized(text) === normalized(disk)) return loaded;
  const shown = Buffer.from(asOnDisk(text, disk), 'utf8');
  const unsaved: UnsavedText = {
    async replace(after, ending) {
      if ((await editor.read(path, ending)) !== text) return typedMeanwhile(path);
      ending.throwIfAborted();
      if (!(await editor.write(path, after.toString('utf8'), ending))) return notWritable(path);
      return (await isWritten(path, after, editor, ending)) ? undefined : notKept(path);
    },
  };
  return { ...loaded, bytes: shown, hash: hashOfBytes(shown), unsaved };
}

/** The editor has saved it, or shows it. */
async function isWritten(
  path: string,
  after: Buffer,
  editor: EditorFiles,
  signal: AbortSignal,
): Promise<boolean> {
  const wanted = normalized(after.toString('utf8'));
  if ((await stat(path)).isFile() && normalized(await readFile(path, 'utf8')) === wanted) return true;
  const shown = await editor.read(path, signal);
  return shown !== undefined && normalized(shown) === wanted;
}

/** Editors keep line endings and the byte order mark apart from the text. */
function normalized(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

function asOnDisk(text: string, disk: string): string {
  const mark = disk.startsWith('\uFEFF') && !text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const isCrlf = disk.includes('\r\n') && !/(?<!\r)\n/.test(disk) && !text.includes('\r');
  return mark + (isCrlf ? text.replaceAll('\n', '\r\n') : text);
}

function typedMeanwhile(path: string): Problem {
  return problem(
    'changed-meanwhile',
    `The text of ${path} was changed in the editor while it was being written. Nothing was written. Read it again, then go on.`,
  );
}

function notWritable(path: string): Problem {
  return problem(
    'unsaved-in-editor',
    `${path} has changes in the editor that are not saved, and the editor didn't accept another text. Nothing was written. Ask the user to save the file, then read it again.`,
  );
}

function notKept(path: string): Problem {
  return problem(
    'unsaved-in-editor',
    `The editor accepted the new text of ${path}, but neither shows it nor has saved it. Read the file to see what it holds now.`,
  );
}
