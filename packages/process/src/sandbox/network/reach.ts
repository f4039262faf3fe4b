import type { Socket } from 'node:net';
import type { HostRefusal } from '../sandbox-denial.ts';

/** The result of connecting to a host. Reasons are full sentences for the reader of the command's output. */
export type Reached =
  | { readonly status: 'connected'; readonly socket: Socket }
  /** The list doesn't allow it. */
  | { readonly status: 'refused'; readonly reason: string; readonly why: HostRefusal }
  | { readonly status: 'failed'; readonly reason: string; readonly code: ReachFailure };

export type ReachFailure = 'no-host' | 'unknown-name' | 'no-answer' | 'unreachable' | 'too-many';

/** Connects to a host as it was named, if the list allows it. Never rejects. */
export type Reach = (host: string, port: number) => Promise<Reached>;
