import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { InputCheck } from '@sluice/core';

/**
 * Checks that a search can start at `path` (absolute). Devices, sockets and pipes are refused, since reading one may
 * never end.
 */
export async function checkSearchPath(
  path: string,
  allows: 'folder' | 'file-or-folder',
  cwd: string,
): Promise<InputCheck> {
  const found = await statOrReason(path);
  if (typeof found === 'string') {
    if (found !== 'ENOENT' && found !== 'ENOTDIR') {
      return { ok: false, code: 'path-unreadable', message: `Cannot search ${path}: ${found}.` };
    }
    const message = `There is no file or folder ${path}. The nearest folder that exists is ${await nearestFolder(path)}; the working directory is ${cwd}.`;
    return { ok: false, code: 'path-not-found', message };
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

async function statOrReason(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  const found = await statOrReason(parent);
  const isFolder = typeof found !== 'string' && found.isDirectory();
  return isFolder || parent === path ? parent : nearestFolder(parent);
}
