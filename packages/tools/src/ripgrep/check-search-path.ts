import { lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '@sluice/base';
import type { InputCheck } from '@sluice/core';
import { fileProblem } from '../files/file-error.ts';
import { nearNames } from '../files/paths/near-names.ts';

interface SearchStart {
  /** Absolute. */
  readonly path: string;
  readonly allows: 'folder' | 'file-or-folder';
  readonly cwd: string;
  /** Which neighbors the model may know about. */
  readonly mayName: (path: string) => boolean;
}

/** Checks that a search can start there. Devices, sockets and pipes are refused, because reading one may never end. */
export async function checkSearchPath(start: SearchStart): Promise<InputCheck> {
  const { path, allows } = start;
  const found = await statOrError(path);
  if (found instanceof Error) {
    const code = errorCode(found);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return { ok: false, code: 'path-not-found', message: await missingText(start) };
    }
    return { ok: false, code: 'path-unreadable', message: fileProblem(found, path, 'read').message };
  }
  if (found.isDirectory()) return { ok: true };
  if (allows === 'folder') {
    const message = `${path} is not a folder. Give the folder to search in, or leave path out to search the working directory.`;
    return { ok: false, code: 'not-a-folder', message };
  }
  if (found.isFile()) return { ok: true };
  const message = `${path} is neither a regular file nor a folder, so it cannot be searched.`;
  return { ok: false, code: 'not-searchable', message };
}

async function statOrError(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

async function missingText({ path, cwd, mayName }: SearchStart): Promise<string> {
  if (await isLink(path)) return `${path} is a symbolic link to something that does not exist.`;
  const names = await nearNames(path, mayName);
  const hint =
    names.length > 0
      ? `Similar names there: ${names.join(', ')}.`
      : `The nearest folder that exists is ${await nearestFolder(path)}.`;
  return `There is no file or folder ${path}. ${hint} The working directory is ${cwd}.`;
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  const found = await statOrError(parent);
  const isFolder = !(found instanceof Error) && found.isDirectory();
  return isFolder || parent === path ? parent : nearestFolder(parent);
}
