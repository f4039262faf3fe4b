import type { JsonObject } from '../data/json.ts';
import {
  hookMatches,
  type Hook,
  type HookCall,
  type PreToolUseHook,
  type PreToolUseResult,
} from './hooks.ts';
import { replacedTwice } from './replaced-twice.ts';
import { runAll, type AllRan, type HookObserver } from './run-all.ts';

/** The combined result of all matching PreToolUse hooks. */
export interface HookVerdict {
  readonly decision: 'allow' | 'ask' | 'deny' | 'defer' | undefined;
  /** The hook that decided. */
  readonly hook: string;
  readonly reason: string;
  readonly updatedInput: JsonObject | undefined;
  /** The hook whose input that is. */
  readonly updatedBy: string | undefined;
  /** The first hook that allowed the call before another one changed it: that allow does not count. */
  readonly staleAllowBy?: string;
  readonly additionalContext: readonly string[];
  readonly stop: { readonly reason: string } | undefined;
  /** Of hooks that failed, why. */
  readonly failures: readonly string[];
  /** Hooks' messages for the user, and that an input was replaced twice. */
  readonly notices: readonly string[];
}

const RANK = { allow: 1, ask: 2, defer: 3, deny: 4 } as const;

const NOTHING_SAID: HookVerdict = {
  decision: undefined,
  hook: '',
  reason: '',
  updatedInput: undefined,
  updatedBy: undefined,
  additionalContext: [],
  stop: undefined,
  failures: [],
  notices: [],
};

export function matchingPreHooks(hooks: readonly Hook[], toolName: string): PreToolUseHook[] {
  return hooks.filter(
    (hook): hook is PreToolUseHook => hook.event === 'PreToolUse' && hookMatches(hook, toolName),
  );
}

/**
 * Runs the hooks in parallel and combines their results in configuration order: deny > defer > ask > allow; inputs chain, the last wins.
 */
export function runPreHooks(
  hooks: readonly PreToolUseHook[],
  call: HookCall,
  observer?: HookObserver,
): HookVerdict | Promise<HookVerdict> {
  const ran = runAll(hooks, (hook, progress) => hook.run({ ...call, progress }), observer);
  return ran instanceof Promise ? ran.then((all) => combine(hooks, all)) : combine(hooks, ran);
}

function combine(
  hooks: readonly PreToolUseHook[],
  { results, failures, notices }: AllRan<PreToolUseResult>,
): HookVerdict {
  if (results.every((result) => result === undefined)) return { ...NOTHING_SAID, failures };
  const replacing = results.findLastIndex((result) => result?.updatedInput !== undefined);
  // A hook that allows must have seen the input that runs, or made it.
  const isStale = (index: number): boolean =>
    results[index]?.decision === 'allow' && replacing !== -1 && replacing !== index;
  const staleAllowBy = hooks.find((_, index) => isStale(index))?.name;
  let verdict: HookVerdict = {
    ...NOTHING_SAID,
    staleAllowBy,
    failures,
    notices: [
      ...notices,
      ...replacedTwice(
        hooks.filter((_, index) => results[index]?.updatedInput !== undefined),
        'input',
      ),
    ],
  };
  for (const [index, result] of results.entries()) {
    const hook = hooks[index];
    if (result === undefined || hook === undefined) continue;
    verdict = join(verdict, result, hook.name, isStale(index));
  }
  return verdict;
}

function join(verdict: HookVerdict, result: PreToolUseResult, hook: string, isStale: boolean): HookVerdict {
  const decides =
    result.decision !== undefined &&
    !isStale &&
    (verdict.decision === undefined || RANK[result.decision] > RANK[verdict.decision]);
  return {
    ...verdict,
    decision: decides ? result.decision : verdict.decision,
    hook: decides ? hook : verdict.hook,
    reason: decides ? (result.reason ?? '') : verdict.reason,
    updatedInput: result.updatedInput ?? verdict.updatedInput,
    updatedBy: result.updatedInput === undefined ? verdict.updatedBy : hook,
    additionalContext:
      result.additionalContext === undefined
        ? verdict.additionalContext
        : [...verdict.additionalContext, result.additionalContext],
    stop: verdict.stop ?? result.stop,
  };
}
