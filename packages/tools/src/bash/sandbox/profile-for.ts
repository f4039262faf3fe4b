import type { SandboxProfile } from '@sluice/process';
import type { AnalyzedCommand, CommandAnalysis } from '@sluice/shell';
import { alwaysProtected } from './always-protected.ts';
import { mayReadOtherwise } from './may-read-otherwise.ts';
import type { SandboxPolicy } from './sandbox-policy.ts';
import { submodulePaths } from './submodule-paths.ts';
import { suspectPaths } from './suspect-paths.ts';
import { worktreePaths } from './worktree-paths.ts';

interface SandboxQuestion {
  readonly analysis: CommandAnalysis;
  readonly policy: SandboxPolicy;
  /** The call requested to run outside. */
  readonly asksForNone: boolean;
  /** Real paths of the working directories. */
  readonly workspace: readonly string[];
  readonly home: string | undefined;
  /** Whether a pattern of `excludedCommands` matches a text that a rule would see. */
  readonly isExcluded: (text: string) => boolean;
}

/** Where a command runs: in this profile, or `off` for outside. */
export function profileFor(question: SandboxQuestion): SandboxProfile | 'off' {
  const { analysis, policy, asksForNone } = question;
  if (!policy.isEnabled || (asksForNone && policy.allowsUnsandboxed)) return 'off';
  if (isExcludedWhole(question)) return 'off';
  if (analysis.isReadOnly) {
    return mayReadOtherwise(analysis) ? 'off' : readOnly(policy);
  }
  return workspaceWrite(question);
}

/** Checks each command of the line on its own: what is chained to an excluded one, or runs inside it, is not excluded. */
export function isExcludedWhole({
  analysis,
  isExcluded,
}: Pick<SandboxQuestion, 'analysis' | 'isExcluded'>): boolean {
  const isCovered = ({ texts, argv }: AnalyzedCommand): boolean =>
    argv.length > 0 && (isExcluded(texts.exact) || (texts.allow !== undefined && isExcluded(texts.allow)));
  return analysis.opaque === undefined && analysis.commands.length > 0 && analysis.commands.every(isCovered);
}

function readOnly(policy: SandboxPolicy): SandboxProfile {
  const isApart = policy.files === 'kept-apart';
  return {
    kind: 'read-only',
    writable: isApart && policy.denyRead.length > 0 ? policy.allowRead : [],
    protected: [],
    hidden: hiddenBy(policy),
    masked: isApart ? policy.masked : undefined,
    network: 'none',
  };
}

function workspaceWrite({ policy, workspace, home }: SandboxQuestion): SandboxProfile {
  const { network, unixSockets, masked } = policy;
  const reach = { network, unixSockets };
  if (policy.files === 'disabled') {
    return { kind: 'workspace-write', writable: ['/'], protected: [], hidden: hiddenBy(policy), ...reach };
  }
  const worktree = worktreePaths(policy);
  const submodules = workspace.map(submodulePaths);
  const reopened = policy.denyRead.length === 0 ? [] : policy.allowRead;
  return {
    kind: 'workspace-write',
    writable: [...workspace, ...worktree.writable, ...policy.allowWrite, ...reopened],
    protected: [
      ...alwaysProtected(workspace, home),
      ...submodules.flatMap((one) => one.protected),
      ...worktree.protected,
      ...policy.denyWrite,
      ...reopened,
    ],
    hidden: hiddenBy(policy),
    masked,
    suspects: [
      ...suspectPaths(workspace),
      ...submodules.flatMap(({ suspects }) => suspects.map((path) => ({ path, besides: [] }))),
      ...worktree.suspects,
    ],
    ...reach,
  };
}

/** With the key of a trusted CA, a command could impersonate any host, whatever else it may read. */
function hiddenBy({ files, denyRead, authorityKeys = [] }: SandboxPolicy): readonly string[] {
  return files === 'kept-apart' ? [...denyRead, ...authorityKeys] : authorityKeys;
}
