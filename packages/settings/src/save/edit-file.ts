import { lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, errorText, withLock } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import { parseSettings, type ParsedSettings } from '../read/parse-settings.ts';
import { readText } from '../read/read-text.ts';
import { editText, type TextChange } from './edit-text.ts';
import { linkTarget } from '../place/link-target.ts';
import { replaceFile } from './replace-file.ts';
import type { SaveFailure } from './save-result.ts';

export interface FileEdit {
  /** Absolute; links are followed. Creates missing directories. */
  readonly path: string;
  /** For a new file. */
  readonly newMode: number;
  /** Don't create the file. */
  readonly onlyExisting?: boolean;
  /** Returns the changes for the file's current content. If there are none, the file isn't touched. */
  readonly plan: (settings: ParsedSettings) => readonly TextChange[] | SaveFailure;
}

export type EditResult =
  | { readonly ok: true; readonly isChanged: boolean; readonly isNew: boolean }
  | SaveFailure;

/** Changes a JSON file so that concurrent editors lose nothing, and a kill never leaves half a file. */
export async function editFile(edit: FileEdit): Promise<EditResult> {
  const { path } = edit;
  try {
    if (edit.onlyExisting === true && lstatSync(path, { throwIfNoEntry: false }) === undefined) {
      return { ok: true, isChanged: false, isNew: false };
    }
    mkdirSync(dirname(path), { recursive: true });
    const target = linkTarget(path);
    if (target === undefined) return failure('unwritable', path, 'its symbolic links form a loop: fix them');
    mkdirSync(dirname(target), { recursive: true });
    const locked = await withLock(`${target}.lock`, () => editLocked(edit, target));
    if (locked.ok) return locked.result;
    const message = `process ${locked.pid} holds ${target}.lock: end it, or try again`;
    return failure('locked', path, message);
  } catch (error) {
    const reason = errorText(error);
    const code = errorCode(error);
    const hint = code === 'ENOSPC' || code === 'EDQUOT' ? 'make room' : 'fix its permissions';
    return failure('unwritable', path, `${reason}; ${hint}, or change the file by hand`);
  }
}

async function editLocked(edit: FileEdit, target: string): Promise<EditResult> {
  const { path } = edit;
  const read = readText(target);
  if (read.status === 'failed') return failure('unparsable', path, read.message);
  // A blank file has nothing to lose.
  const isBlank = read.status === 'absent' || read.text.trim() === '';
  const text = isBlank ? '{}\n' : read.text;
  const parsed = parseSettings(text);
  if (!parsed.ok) return failure('unparsable', path, parsed.message, parsed.line);
  const { settings } = parsed;
  const [twice] = settings.places.duplicates;
  if (twice !== undefined) {
    const message = `the key ${twice.pointer.slice(1).replaceAll('/', '.')} appears twice: merge the two`;
    return failure('unparsable', path, message, settings.positionAt(twice.offset).line);
  }
  const changes = edit.plan(settings);
  if (!isList(changes)) return changes;
  if (changes.length === 0) return { ok: true, isChanged: false, isNew: false };
  const blocked = changes
    .map((change) => blockedAt(settings.value, change.path))
    .find((at) => at !== undefined);
  if (blocked !== undefined)
    return failure('unparsable', path, `"${blocked}" is not an object: write "${blocked}": {}`);
  const changed = await editText(text, changes);
  const mark = read.status === 'read' && read.hasMark ? '\uFEFF' : '';
  await replaceFile(target, mark + changed, edit.newMode);
  return { ok: true, isChanged: true, isNew: read.status === 'absent' };
}

/** Where on the way to a change something stands that can't hold it. */
function blockedAt(value: unknown, path: TextChange['path']): string | undefined {
  let found = value;
  for (const [index, step] of path.slice(0, -1).entries()) {
    found = isJsonObject(found) || Array.isArray(found) ? getOwn(found, String(step)) : undefined;
    if (found === undefined) return undefined;
    const holds = typeof path[index + 1] === 'number' ? Array.isArray(found) : isJsonObject(found);
    if (!holds) return path.slice(0, index + 1).join('.');
  }
  return undefined;
}

function isList(plan: readonly TextChange[] | SaveFailure): plan is readonly TextChange[] {
  return Array.isArray(plan);
}

function failure(code: SaveFailure['code'], file: string, problem: string, line?: number): SaveFailure {
  const place = line === undefined ? file : `${file}:${line}`;
  const message = `Nothing was saved in ${place}: ${problem}.`;
  return { ok: false, code, file, line, message };
}
