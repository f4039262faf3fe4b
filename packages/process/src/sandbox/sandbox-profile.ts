import type { HostList } from './network/host-list.ts';
import type { SuspectPath } from './suspect-path.ts';

/** What a command may access. Paths are absolute and real; the longest one that contains a file decides. */
export interface SandboxProfile {
  readonly kind: 'read-only' | 'workspace-write';
  /**
   * Trees or single files that the command may write, or in `read-only` only read: they stay readable even if hidden further up. A private
   * TMPDIR is always writable.
   */
  readonly writable: readonly string[];
  /** Trees and files within them that the command may not write. A missing one can't be created. */
  readonly protected: readonly string[];
  /** Trees and files that the command can't read: they are empty inside. One that doesn't exist at the start isn't hidden later. */
  readonly hidden: readonly string[];
  /** The same, found by a search right before this command: if there are many, the directories above them can be renamed. Default none. */
  readonly found?: readonly string[];
  /**
   * Files that the command sees with this text instead, and can't write. One that doesn't exist at the start isn't created. Default none.
   */
  readonly masked?: readonly { readonly path: string; readonly text: string }[];
  /**
   * Paths in writable trees to put aside when the command has ended. One that exists at the start, and has no `besides`, is protected.
   * Default none.
   */
  readonly suspects?: readonly SuspectPath[];
  /**
   * `none`: only a private loopback device; `host`: this machine's network. A list: like `none`, plus a proxy that lets the listed hosts
   * through.
   */
  readonly network: 'none' | 'host' | HostList;
  /** Through these, a command reaches every service of this machine that listens at a path, whatever `network` says. Default `refused`. */
  readonly unixSockets?: 'refused' | 'open';
}
