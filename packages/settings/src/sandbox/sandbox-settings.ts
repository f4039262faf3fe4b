import type { HostList } from '@sluice/process';
import type { LoadedSettings } from '../loaded-settings.ts';
import type { SettingsProblem } from '../problem.ts';
import type { JudgedPart } from '../schema/judged-part.ts';
import { partToProblem } from './part-to-problem.ts';
import { ruleTree } from './rule-tree.ts';
import { sandboxNetwork } from './sandbox-network.ts';
import { linkedWorktree, type LinkedWorktree } from './linked-worktree.ts';
import { sandboxPath } from './sandbox-path.ts';
import type { CommandSecrets } from './secrets/command-secrets.ts';
import { readCredentials } from './secrets/credentials.ts';
import { authorityKeys } from './secrets/tls-termination.ts';
import { unixSockets } from './unix-sockets.ts';

/** The settings for the command sandbox. Paths are absolute and as written: links are not followed. */
export interface SandboxSettings {
  readonly isEnabled: boolean;
  /** Run no command if the sandbox is unavailable. */
  readonly failsIfUnavailable: boolean;
  /** A sandboxed command runs without permission, unless a rule or a floor asks. */
  readonly autoAllows: boolean;
  /** A call may request to run outside, with the user's permission. */
  readonly allowsUnsandboxed: boolean;
  /** Patterns of commands that run outside, as in `Bash(…)` rules. */
  readonly excludedCommands: readonly string[];
  /** `disabled`: files are not isolated, only processes and the network. */
  readonly files: 'kept-apart' | 'disabled';
  readonly allowWrite: readonly string[];
  readonly denyWrite: readonly string[];
  readonly denyRead: readonly string[];
  /** A rule denies reads of more than `denyRead` lists: search the working directories for matching files. */
  readonly looksForDenied: boolean;
  /** Anyone who can read these can impersonate any host, so they are always hidden. */
  readonly authorityKeys: readonly string[];
  /** Readable within what `denyRead` hides. */
  readonly allowRead: readonly string[];
  /** Files that commands see with different content. */
  readonly masked: readonly { readonly path: string; readonly text: string }[];
  /** Contains the values that the proxy injects: never show it as a whole. */
  readonly network: 'none' | 'host' | HostList;
  readonly unixSockets: 'refused' | 'open';
  /** The linked worktree that the session starts in, if any: what git writes in its repository is open. */
  readonly worktree: LinkedWorktree | undefined;
  /** Absolute path of bubblewrap; undefined to search for it. */
  readonly program: string | undefined;
  /** Deny rules that a sandbox can't enforce: their patterns name no single file or tree, or no host with its subdomains. */
  readonly unkeptRules: readonly string[];
  /** Settings that are ignored, or that don't do what their author may think. */
  readonly problems: readonly SettingsProblem[];
}

type Loaded = Pick<LoadedSettings, 'setting' | 'rules' | 'layers' | 'cwd' | 'home'>;

type Masked = Pick<CommandSecrets, 'maskedVariables' | 'maskedFiles'>;
const NONE: Masked = { maskedVariables: new Map(), maskedFiles: [] };

/**
 * The keys under `sandbox`, plus the path rules for Read and Edit.
 *
 * @param secrets the secrets that have stand-ins; a file to mask without one is hidden
 */
export function sandboxSettings(loaded: Loaded, secrets = NONE): SandboxSettings {
  const problems: SettingsProblem[] = [];
  const isOn = (key: string): boolean => loaded.setting(`sandbox.${key}`)?.value === true;
  const partsOf = (key: string): readonly JudgedPart[] => loaded.setting(`sandbox.${key}`)?.origins ?? [];
  const texts = (key: string): readonly string[] =>
    partsOf(key).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const paths = (key: string): readonly string[] =>
    partsOf(key).flatMap((part) => {
      const found = sandboxPath(part, loaded);
      if ('path' in found) return [found.path];
      problems.push(partToProblem(part, `"sandbox.${key}": ${found.problem}`));
      return [];
    });
  const tell = (part: JudgedPart, message: string): void => void problems.push(partToProblem(part, message));
  const { maskedVariables, maskedFiles } = secrets;
  const values = [...maskedVariables.values(), ...maskedFiles].flatMap((each) => each.secrets);
  const { network, unkeptRules } = sandboxNetwork(loaded, values, tell);
  const { files } = readCredentials(loaded, tell);
  const masked = new Map(maskedFiles.map(({ path, text }) => [path, { path, text }]));
  const sockets = unixSockets(loaded);
  const rules = loaded.rules.map((rule) => ({ rule, ...ruleTree(rule, loaded) }));
  const trees = (kind: 'read' | 'edit', behavior: 'allow' | 'deny'): readonly string[] =>
    rules.flatMap((found) =>
      found.kind === kind && found.rule.behavior === behavior ? (found.path ?? []) : [],
    );
  return {
    isEnabled: isOn('enabled'),
    failsIfUnavailable: isOn('failIfUnavailable'),
    autoAllows: isOn('enabled') && isOn('autoAllowBashIfSandboxed') && isTrusted(partsOf('enabled'), loaded),
    allowsUnsandboxed: isOn('allowUnsandboxedCommands'),
    excludedCommands: texts('excludedCommands'),
    files: isOn('filesystem.disabled') ? 'disabled' : 'kept-apart',
    allowWrite: [...paths('filesystem.allowWrite'), ...trees('edit', 'allow')],
    denyWrite: [...paths('filesystem.denyWrite'), ...trees('edit', 'deny')],
    denyRead: [
      ...paths('filesystem.denyRead'),
      ...[...files.keys()].filter((path) => !masked.has(path)),
      ...trees('read', 'deny'),
    ],
    authorityKeys: authorityKeys(loaded),
    looksForDenied: rules.some(
      ({ rule, kind, isWide }) => kind === 'read' && isWide === true && rule.behavior === 'deny',
    ),
    allowRead: paths('filesystem.allowRead'),
    masked: [...masked.values()],
    network,
    unixSockets: sockets.unixSockets,
    worktree: isOn('enabled') ? linkedWorktree(loaded.cwd) : undefined,
    program: texts('bwrapPath')[0],
    unkeptRules: [
      ...rules.flatMap(({ rule, kind, path, isWide }) => {
        const isKept = path !== undefined || (kind === 'read' && isWide === true);
        return kind !== undefined && !isKept && rule.behavior === 'deny' ? [rule.text] : [];
      }),
      ...unkeptRules,
    ],
    problems: [...problems, ...sockets.problems],
  };
}

/** An untrusted repository may turn the sandbox on, but gains no permissions from that. */
function isTrusted(parts: readonly JudgedPart[], { layers }: Loaded): boolean {
  const deciding = parts.find(({ status }) => status === 'counts');
  if (deciding === undefined) return false;
  const { source, file } = deciding;
  return layers.some((layer) => layer.source === source && layer.file === file && layer.isTrusted());
}
