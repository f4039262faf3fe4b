import { statSync, type BigIntStats } from 'node:fs';
import { errorCode } from '@sluice/base';
import { fileProblem } from '../file-error.ts';
import { problem, type Problem } from '../problem.ts';

export type FileState =
  | { readonly status: 'file'; readonly stats: BigIntStats }
  | { readonly status: 'missing' }
  | { readonly status: 'directory' }
  /** A device, pipe or socket: reading it could wait forever or have effects, so it is never opened. */
  | { readonly status: 'special'; readonly kind: string }
  | { readonly status: 'refused'; readonly problem: Problem };

/**
 * What is at `path`, with links followed, without opening it. Synchronous, like the path resolution before it: the kernel answers from
 * its cache in microseconds, and waiting for a thread takes many times that.
 */
export function inspectFile(path: string): FileState {
  if (path.includes('\0')) {
    return {
      status: 'refused',
      problem: problem('invalid-path', 'The path contains a NUL character, which no file name can contain.'),
    };
  }
  try {
    const stats = statSync(path, { bigint: true });
    if (stats.isFile()) return { status: 'file', stats };
    if (stats.isDirectory()) return { status: 'directory' };
    return { status: 'special', kind: specialKind(stats) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { status: 'missing' };
    return { status: 'refused', problem: fileProblem(error, path, 'read') };
  }
}

function specialKind(stats: BigIntStats): string {
  if (stats.isFIFO()) return 'named pipe';
  if (stats.isSocket()) return 'socket';
  return stats.isBlockDevice() ? 'block device' : 'character device';
}
