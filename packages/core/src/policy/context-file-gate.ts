import { normalizePath } from '../ports/posix-path.ts';
import type { FileAction } from '../permission/action.ts';
import type { DecisionCause } from '../data/decision-cause.ts';
import type { PathSpellings } from '../permission/compiled-rules.ts';
import type { PermissionContext } from '../permission/context/context.ts';
import type { RulePolicy } from './create-policy.ts';
import { isInside } from '../permission/paths/is-inside.ts';
import { sealDemand } from '../permission/paths/seal.ts';

/**
 * A file whose text would reach a model without a tool call: instructions, and anything else that is read for the model automatically.
 */
export interface ContextFile {
  /** Absolute, as it was named: symbolic links unresolved. */
  readonly path: string;
  /** Absolute, with all symbolic links resolved. */
  readonly realPath: string;
  /**
   * Who chose the file. `person`: it is the user's own, or the user named it. Otherwise a project did, and this is the absolute real
   * directory in which that project may choose files without being trusted.
   */
  readonly scope: ContextFileScope;
}

export type ContextFileScope = 'person' | { readonly directory: string };

export interface ContextFileRefusal {
  /** For `describeCause`. */
  readonly cause: DecisionCause;
  /** Whether trusting the project would allow the file; rules apply either way. */
  readonly needsTrust: boolean;
}

/** The one place that decides whether a file may reach a model without a tool call. */
export interface ContextFileGate {
  /** Undefined: the file may be read for the model. Synchronous, and never throws. */
  refusalOf(file: ContextFile): ContextFileRefusal | undefined;
}

interface ContextFileGateOptions {
  readonly policy: Pick<RulePolicy, 'rulesOf'>;
  readonly current: () => PermissionContext;
  /** Whether the user trusts the project in a directory (`ContextFileScope`). Called only if that decides. */
  readonly isTrusted: (directory: string) => boolean;
}

/**
 * Applies the rules for reading to files that no tool call requests. No one can be asked here, so an ask rule works like a deny rule. The
 * mode has no influence: `bypassPermissions` is about the model's calls, not about what a project's files name.
 */
export function createContextFileGate(options: ContextFileGateOptions): ContextFileGate {
  const { policy, current, isTrusted } = options;
  return {
    refusalOf({ path, realPath, scope }) {
      const snapshot = current();
      const spellings = { lexical: normalizePath(path, '/'), real: realPath };
      const cause = forbids(policy, snapshot, spellings);
      if (cause !== undefined) return { cause, needsTrust: false };
      if (scope === 'person') return undefined;
      const open = [scope.directory, ...snapshot.workingDirectories];
      if (open.some((directory) => isInside(realPath, directory))) return undefined;
      const rules = policy.rulesOf(snapshot);
      const allow = rules.forPath('allow', 'Read', spellings) ?? rules.forPath('allow', 'Edit', spellings);
      if (allow !== undefined || isTrusted(scope.directory)) return undefined;
      return { cause: { kind: 'outside', path: realPath, access: 'read' }, needsTrust: true };
    },
  };
}

function forbids(
  policy: Pick<RulePolicy, 'rulesOf'>,
  snapshot: PermissionContext,
  spellings: PathSpellings,
): DecisionCause | undefined {
  const action: FileAction = { type: 'file', access: 'read', path: spellings.lexical, isTree: false };
  const sealed = sealDemand(snapshot.sealed, action, spellings, undefined);
  if (sealed !== undefined) return sealed.cause;
  const rules = policy.rulesOf(snapshot);
  const rule = rules.forPath('deny', 'Read', spellings) ?? rules.forPath('ask', 'Read', spellings);
  return rule === undefined ? undefined : { kind: 'rule', rule };
}
