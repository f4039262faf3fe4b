import type { BigIntStats } from 'node:fs';
import type { Problem } from '../problem.ts';

export interface WriteRequest {
  /** Real path, so that a symbolic link stays and its target is written. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The current file; if undefined, a new one is created, with its parent directories. */
  readonly existing: BigIntStats | undefined;
  /** The existing file's content, compared once more if it is overwritten in place. */
  readonly held?: Uint8Array;
  /** Permission bits. Default: those of the existing file; for a new one 0666 minus the umask. */
  readonly mode?: number;
  /** Path of the new file next to it that is renamed over it. Default: a generated name. */
  readonly temporaryPath?: string;
  /** Called last, right before the replacement: if it returns a problem, the file stays unchanged. */
  readonly confirm?: () => Promise<Problem | undefined>;
}

export interface WrittenFile {
  readonly ok: true;
  readonly stats: BigIntStats;
}
