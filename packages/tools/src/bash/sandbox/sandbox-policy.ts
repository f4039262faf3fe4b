import type { HostList } from '@sluice/process';

/** The sandbox settings that decide where a command runs; `profile-for.ts` decides by them. Paths are absolute. */
export interface SandboxPolicy {
  readonly isEnabled: boolean;
  /** Without a sandbox, commands are not run. */
  readonly failsIfUnavailable: boolean;
  /** A sandboxed command needs no permission unless a rule or a safety check asks. */
  readonly autoAllows: boolean;
  /** A call may request to run outside, with permission. */
  readonly allowsUnsandboxed: boolean;
  /** Patterns of commands that run outside, as in `Bash(…)` rules. */
  readonly excludedCommands: readonly string[];
  readonly files: 'kept-apart' | 'disabled';
  readonly allowWrite: readonly string[];
  readonly denyWrite: readonly string[];
  readonly denyRead: readonly string[];
  /** Hidden in every profile, even if file isolation is disabled. Default none. */
  readonly authorityKeys?: readonly string[];
  /** A rule denies reading more than `denyRead` lists, so files must be searched for. Default false. */
  readonly looksForDenied?: boolean;
  /** Readable within what `denyRead` hides. */
  readonly allowRead: readonly string[];
  /** Files that commands see with other content. Default none. */
  readonly masked?: readonly { readonly path: string; readonly text: string }[];
  readonly network: 'none' | 'host' | HostList;
  /** For commands that don't only read. Default `refused`. */
  readonly unixSockets?: 'refused' | 'open';
  /** The git directories of a linked worktree, outside of it, where git may write. Default: the session is in none. */
  readonly worktree?: { readonly gitDirectory: string; readonly commonDirectory: string } | undefined;
}
