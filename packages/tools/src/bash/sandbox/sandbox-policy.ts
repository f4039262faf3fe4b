import type { HostList } from '@sluice/process';

/** What the settings say about the sandbox, as far as it decides where a command runs. Paths are absolute. */
export interface SandboxPolicy {
  readonly isEnabled: boolean;
  /** Where there is no sandbox, no command runs. */
  readonly failsIfUnavailable: boolean;
  /** A command in a sandbox needs no permission, but where a rule or a floor asks. */
  readonly autoAllows: boolean;
  /** A call may ask to run outside, with permission. */
  readonly allowsUnsandboxed: boolean;
  /** Patterns of commands that run outside, as in `Bash(…)` rules. */
  readonly excludedCommands: readonly string[];
  readonly files: 'kept-apart' | 'disabled';
  readonly allowWrite: readonly string[];
  readonly denyWrite: readonly string[];
  readonly denyRead: readonly string[];
  /** Hidden in every profile, also where files are not kept apart. Default none. */
  readonly authorityKeys?: readonly string[];
  /** A rule denies reading of more than `denyRead` names, so that files are looked for. Default false. */
  readonly looksForDenied?: boolean;
  /** Open within what `denyRead` hides. */
  readonly allowRead: readonly string[];
  /** Files that commands see with another text. Default none. */
  readonly masked?: readonly { readonly path: string; readonly text: string }[];
  readonly network: 'none' | 'host' | HostList;
  /** Of commands that do more than read. Default `refused`. */
  readonly unixSockets?: 'refused' | 'open';
  /** The git directories of a linked worktree, outside of it: what git writes there is open. Default: the session is in none. */
  readonly worktree?: { readonly gitDirectory: string; readonly commonDirectory: string } | undefined;
}
