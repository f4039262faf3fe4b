import type { BigIntStats } from 'node:fs';
import type { Problem } from './problem.ts';

export interface WriteRequest {
  /** Real path, so that a symbolic link stays and its target is written. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The file as it is; undefined makes a new one and the directories above it. */
  readonly existing: BigIntStats | undefined;
  /** What the existing one holds, to be compared once more where it is written over in place. */
  readonly held?: Uint8Array;
  /** Permission bits for the file. Default: those of the existing one; for a new one what the umask leaves of 0666. */
  readonly mode?: number;
  /** The new file beside it that is renamed over it. Default: a name of its own. */
  readonly temporaryPath?: string;
  /** Asked last of all, when only the replacement itself is left to do: a problem means that the file stays as it is. */
  readonly confirm?: () => Promise<Problem | undefined>;
}

export interface WrittenFile {
  readonly ok: true;
  readonly stats: BigIntStats;
}
