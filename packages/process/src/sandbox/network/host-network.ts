import type { ChildProcess } from 'node:child_process';
import type { NetworkDenial } from '../sandbox-denial.ts';
import type { InnerFile } from './inner-file.ts';

/** Network access of one command whose profile lists hosts. */
export interface HostNetwork {
  /** Environment variables that point the command's programs to the proxy. */
  readonly environment: Readonly<Record<string, string>>;
  /** Mounted over the file system inside, read-only. Their directories exist. */
  readonly files: readonly InnerFile[];
  /** From 5 on: the channel for the sockets, and the program that creates them. */
  readonly descriptors: readonly ['ipc', number];
  /** For the supervisor: the script that this program runs, and its argument. */
  readonly words: readonly [script: string, places: string];
  /** Serves the sockets that the child's sandbox hands out. Call once, after it has started. */
  attach(child: ChildProcess): void;
  /** The hosts refused so far, without duplicates. */
  denials(): readonly NetworkDenial[];
  /** Closes every connection. */
  close(): void;
}
