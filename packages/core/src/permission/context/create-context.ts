import type { PermissionContext, SealedPath, WorkingDirectory } from './context.ts';
import type { PermissionMode } from '../../data/permission-mode.ts';
import type { PermissionRule, RuleSource } from '../../data/permission-rule.ts';

/** What a permission context is made from; only the mode is required. */
export interface PermissionStart {
  readonly mode: PermissionMode;
  /** Absolute real paths from the command line, the working directory first. Those from settings are in `directories`. */
  readonly workingDirectories?: readonly string[];
  readonly directories?: readonly WorkingDirectory[];
  readonly rules?: readonly PermissionRule[];
  /** Default none. */
  readonly sealed?: readonly SealedPath[];
  /** Default none. */
  readonly guarded?: readonly string[];
  /** Default: the first working directory, else `/`. */
  readonly root?: string;
  readonly home?: string | undefined;
  readonly modeBeforePlan?: PermissionMode | undefined;
  /** Default none. */
  readonly planFile?: string | undefined;
  /** Absolute and real: the directory of the agent's own notes. Default: it has none. */
  readonly memory?: string | undefined;
  /** Default: false. */
  readonly asksForPlanEdits?: boolean;
  /** Default: whether the mode is `bypassPermissions`. */
  readonly isBypassAvailable?: boolean;
  /** Default: true. */
  readonly isAutoAvailable?: boolean;
  readonly isManagedOnly?: boolean;
}

const SOURCES: readonly RuleSource[] = [
  ...(['managed', 'cli', 'local', 'project', 'user', 'session', 'skill', 'server'] as const),
];

/** A frozen context. Rules are sorted by their sources. */
export function createPermissionContext(start: PermissionStart, version: number): PermissionContext {
  const { mode, isManagedOnly = false } = start;
  const directories = distinct([
    ...(start.workingDirectories ?? []).map((path): WorkingDirectory => ({ path, source: 'cli' })),
    ...(start.directories ?? []),
  ]);
  // What the entry of a server restricts is no rule that someone else has added.
  const rules = (start.rules ?? []).filter(
    ({ source, behavior }) =>
      !isManagedOnly || source === 'managed' || (source === 'server' && behavior !== 'allow'),
  );
  return Object.freeze({
    version,
    mode,
    modeBeforePlan: mode === 'plan' ? start.modeBeforePlan : undefined,
    planFile: start.planFile,
    memory: start.memory,
    asksForPlanEdits: start.asksForPlanEdits ?? false,
    isBypassAvailable: start.isBypassAvailable ?? mode === 'bypassPermissions',
    isAutoAvailable: start.isAutoAvailable ?? true,
    workingDirectories: Object.freeze([...new Set(directories.map(({ path }) => path))]),
    directories: Object.freeze(directories.map((directory) => Object.freeze({ ...directory }))),
    sealed: Object.freeze((start.sealed ?? []).map((one) => Object.freeze({ ...one }))),
    guarded: Object.freeze([...(start.guarded ?? [])]),
    rules: Object.freeze(inOrder(rules).map(frozen)),
    root: start.root ?? directories[0]?.path ?? '/',
    home: start.home,
    isManagedOnly,
  });
}

function frozen(rule: PermissionRule): PermissionRule {
  return Object.isFrozen(rule) ? rule : Object.freeze({ ...rule });
}

function inOrder(rules: readonly PermissionRule[]): readonly PermissionRule[] {
  const isOrdered = rules.every((rule, index) => {
    const before = rules[index - 1];
    return before === undefined || SOURCES.indexOf(before.source) <= SOURCES.indexOf(rule.source);
  });
  if (isOrdered) return rules;
  return SOURCES.flatMap((source) => rules.filter((rule) => rule.source === source));
}

function distinct(directories: readonly WorkingDirectory[]): WorkingDirectory[] {
  const known = new Map(directories.map((directory) => [`${directory.source} ${directory.path}`, directory]));
  return [...known.values()];
}
