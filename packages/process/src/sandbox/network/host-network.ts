import type { ChildProcess } from 'node:child_process';
import type { NetworkDenial } from '../sandbox-denial.ts';
import type { InnerFile } from './inner-file.ts';

/** The way out for one command whose profile lists hosts. */
export interface HostNetwork {
  /** Tells the command's programs of the proxy. */
  readonly environment: Readonly<Record<string, string>>;
  /** Laid over the file system inside, read-only. Their directories are there. */
  readonly files: readonly InnerFile[];
  /** From 5 on: the channel for the sockets, and the program that makes them. */
  readonly descriptors: readonly ['ipc', number];
  /** For the supervisor: what that program runs, and its argument. */
  readonly words: readonly [script: string, places: string];
  /** Serves what the child's sandbox hands out. Called once, when it has been started. */
  attach(child: ChildProcess): void;
  /** The hosts that were refused up to now, each once. */
  denials(): readonly NetworkDenial[];
  /** Ends every connection. */
  close(): void;
}
