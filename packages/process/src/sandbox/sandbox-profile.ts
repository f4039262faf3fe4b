import type { HostList } from './network/host-list.ts';
import type { SuspectPath } from './suspect-path.ts';

/** What a command may touch. Paths are absolute and real; the longest one that holds a file decides about it. */
export interface SandboxProfile {
  readonly kind: 'read-only' | 'workspace-write';
  /** Trees (or single files) that may be written, in `read-only` only read: what is hidden above them is open there. A private TMPDIR is always writable. */
  readonly writable: readonly string[];
  /** Trees and files within them that may not. One that does not exist can't be made. */
  readonly protected: readonly string[];
  /** Trees and files that can't be read: they are empty inside. One that does not exist at the start is not hidden later. */
  readonly hidden: readonly string[];
  /** The same, found by whoever asks right before this command: where they are many, the directories above them can be renamed. Default none. */
  readonly found?: readonly string[];
  /** Files of which the command sees this text instead, and that it can't write. One that does not exist at the start is not made. Default none. */
  readonly masked?: readonly { readonly path: string; readonly text: string }[];
  /** Within trees that may be written: put aside when the command has ended. One that is there at the start, and has no `besides`, is protected. Default none. */
  readonly suspects?: readonly SuspectPath[];
  /**
   * `none`: only a loopback device of its own; `host`: the network of this machine. A list: no more than `none`, but for a
   * proxy, which lets through what is listed.
   */
  readonly network: 'none' | 'host' | HostList;
  /** They reach every service of this machine that listens at a path, whatever `network` says. Default `refused`. */
  readonly unixSockets?: 'refused' | 'open';
}
