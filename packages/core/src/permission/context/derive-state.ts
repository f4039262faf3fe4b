import { childMode } from './child-mode.ts';
import type { PermissionContext } from './context.ts';
import type { Isolation } from './isolation.ts';
import { effectsIn, PERMISSION_MODE_TABLE, type PermissionMode } from '../../data/permission-mode.ts';
import type { PermissionRule } from '../../data/permission-rule.ts';
import type { PermissionState } from './state.ts';

export interface DeriveOptions {
  /** The mode that the agent is opened in, unless its parent's is stricter. Default: the parent's. */
  readonly mode?: PermissionMode | undefined;
  /** `mode` comes from a trusted place: under `default` it may also be a less strict one that is available. Default false. */
  readonly mayLoosen?: boolean;
  /** Texts of deny rules only for this agent. Default: none. */
  readonly denies?: readonly string[];
  /** Absolute and real: the directory of its own notes. Default: none, whatever its parent has. */
  readonly memory?: string | undefined;
  /** Absolute and real: where its own plan goes. Default: where its parent's goes. */
  readonly planFile?: string | undefined;
  /** Its own checkout, which is its first working directory. Default: its parent's. */
  readonly isolation?: Isolation | undefined;
}

/**
 * The permission state of a child agent: what its parent allows now, with its own denies and mode. A change of the parent's takes effect
 * at the agent's next call. What is granted to the agent is granted for the session; its mode is its own. An agent that begins in `plan`
 * or `dontAsk` stays there, whatever its parent does, until `update` says otherwise.
 */
export function deriveState(
  parent: PermissionState,
  { mode, mayLoosen = false, denies = [], memory, planFile, isolation }: DeriveOptions = {},
): PermissionState {
  let wanted = mode;
  const first = childMode(parent.current(), mode, mayLoosen);
  let kept = PERMISSION_MODE_TABLE[first].bindsChildren === true ? first : undefined;
  let parentNow: PermissionContext | undefined;
  let derived: PermissionContext | undefined;
  let version = 0;
  const listeners = new Set<() => void>();
  const rulesOf = withDenies(denies);

  const current = (): PermissionContext => {
    const now = parent.current();
    if (derived !== undefined && parentNow === now) return derived;
    parentNow = now;
    version += 1;
    const own = effectsIn(now.mode) === 'never' ? now.mode : (kept ?? childMode(now, wanted, mayLoosen));
    const seen = isolation === undefined ? now : { ...now, ...isolatedView(now, isolation) };
    derived = Object.freeze({
      ...seen,
      version,
      mode: own,
      memory,
      planFile: planFile ?? now.planFile,
      modeBeforePlan: own === now.mode ? now.modeBeforePlan : undefined,
      rules: rulesOf(now),
    });
    return derived;
  };
  const setOwnMode = (next: PermissionMode): void => {
    wanted = next;
    kept = undefined;
    parentNow = undefined;
    for (const listener of [...listeners]) listener();
  };

  return {
    current,
    update({ mode: own, ...rest }) {
      if (Object.keys(rest).length > 0) parent.update(rest);
      if (own !== undefined) setOwnMode(own);
      return current();
    },
    apply(update) {
      if (update.type !== 'setMode') {
        const result = parent.apply(update);
        return result.ok ? { ok: true, context: current() } : result;
      }
      const { mode: now } = current();
      if (update.mode === now) return { ok: true, context: current() };
      if (PERMISSION_MODE_TABLE[now].bindsChildren === true) {
        return { ok: false, message: `A child agent can't leave the mode ${now}.` };
      }
      const around = parent.current();
      if (childMode(around, update.mode, false) !== update.mode) {
        return {
          ok: false,
          message: `A child agent's mode can't be less strict than its parent's (${around.mode}).`,
        };
      }
      setOwnMode(update.mode);
      return { ok: true, context: current() };
    },
    onChange(listener) {
      listeners.add(listener);
      const unlisten = parent.onChange(listener);
      return () => {
        listeners.delete(listener);
        unlisten();
      };
    },
  };
}

function isolatedView(
  { workingDirectories, directories }: PermissionContext,
  isolation: Isolation,
): Pick<PermissionContext, 'isolation' | 'workingDirectories' | 'directories'> {
  const { path } = isolation;
  return {
    isolation,
    workingDirectories: Object.freeze([path, ...workingDirectories.filter((one) => one !== path)]),
    directories: Object.freeze([Object.freeze({ path, source: 'agent' }), ...directories]),
  };
}

/** The parent's rules and the agent's own denies; the same list for the same rules, so that they are compiled once. */
function withDenies(denies: readonly string[]): (parent: PermissionContext) => readonly PermissionRule[] {
  let known: readonly PermissionRule[] | undefined;
  let all: readonly PermissionRule[] = [];
  return ({ rules, root }) => {
    if (denies.length === 0) return rules;
    if (known === rules) return all;
    known = rules;
    const own = denies.map((text): PermissionRule => ({ behavior: 'deny', text, source: 'agent', root }));
    all = Object.freeze([...rules, ...own.map((rule) => Object.freeze(rule))]);
    return all;
  };
}
