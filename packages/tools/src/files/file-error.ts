import { errorCode } from '@sluice/base';
import { problem, type Problem } from './problem.ts';

const TEXTS: ReadonlyMap<string, readonly [code: string, text: (path: string, action: Action) => string]> =
  new Map([
    ['ENOENT', ['not-found', (path) => `${path} does not exist.`]],
    ['EACCES', ['no-permission', refused]],
    ['EPERM', ['no-permission', refused]],
    ['EISDIR', ['is-directory', (path) => `${path} is a directory, not a file.`]],
    [
      'ENOTDIR',
      ['not-a-directory', (path) => `A part of the path ${path} is a file where a directory is needed.`],
    ],
    [
      'EEXIST',
      ['not-a-directory', (path) => `A part of the path ${path} is a file where a directory is needed.`],
    ],
    ['ELOOP', ['link-loop', (path) => `The symbolic links of ${path} form a loop.`]],
    [
      'ENAMETOOLONG',
      ['name-too-long', (path) => `The path is too long for the file system: ${path.slice(0, 200)}…`],
    ],
    [
      'ENOSPC',
      ['disk-full', (path) => `The disk that holds ${path} is full. Free some space, then try again.`],
    ],
    [
      'EDQUOT',
      ['disk-full', (path) => `The disk quota for ${path} is used up. Free some space, then try again.`],
    ],
    ['EROFS', ['read-only-file-system', (path) => `${path} is on a read-only file system.`]],
    ['EFBIG', ['too-large', (path) => `${path} would be larger than the file system allows.`]],
    [
      'EIO',
      ['disk-error', (path, action) => `The disk reported an error while ${path} was being ${past(action)}.`],
    ],
    ['EMFILE', ['too-many-open-files', (path) => `Too many files are open to open ${path}. Try again.`]],
    ['ENFILE', ['too-many-open-files', (path) => `Too many files are open to open ${path}. Try again.`]],
  ]);

type Action = 'read' | 'write';

/** The problem for a file system error; any other error is a bug and is thrown again. */
export function fileProblem(error: unknown, path: string, action: Action): Problem {
  const systemCode = errorCode(error);
  if (!(error instanceof Error) || systemCode === undefined) throw error;
  const [code, text] = TEXTS.get(systemCode) ?? [];
  if (code !== undefined && text !== undefined) return problem(code, text(path, action));
  return problem('file-error', `${path} could not be ${past(action)}: ${error.message}.`);
}

function refused(path: string, action: Action): string {
  return `Permission denied: this user may not ${action} ${path}.`;
}

function past(action: Action): string {
  return action === 'read' ? 'read' : 'written';
}
