import type { JsonObject } from '../tool/json.ts';
import {
  hookMatches,
  type Hook,
  type HookCall,
  type PreToolUseHook,
  type PreToolUseResult,
} from './hooks.ts';
import { replacedTwice } from './replaced-twice.ts';
import { runAll, type HookObserver } from './run-all.ts';

/** What all matching PreToolUse hooks say together. */
export interface HookVerdict {
  readonly decision: 'allow' | 'ask' | 'deny' | 'defer' | undefined;
  /** The hook that decided. */
  readonly hook: string;
  readonly reason: string;
  readonly updatedInput: JsonObject | undefined;
  /** The hook whose input that is. */
  readonly updatedBy: string | undefined;
  readonly additionalContext: readonly string[];
  readonly stop: { readonly reason: string } | undefined;
  /** Hooks that threw, each with its reason. */
  readonly failures: readonly string[];
  /** What hooks say to the person, and that an input was replaced twice. */
  readonly notices: readonly string[];
}

const RANK = { allow: 1, ask: 2, defer: 3, deny: 4 } as const;

export function matchingPreHooks(hooks: readonly Hook[], toolName: string): PreToolUseHook[] {
  return hooks.filter(
    (hook): hook is PreToolUseHook => hook.event === 'PreToolUse' && hookMatches(hook, toolName),
  );
}

/** Runs the hooks side by side and combines what they say in configuration order: deny > defer > ask > allow; inputs chain, the last wins. */
export async function runPreHooks(
  hooks: readonly PreToolUseHook[],
  call: HookCall,
  observer?: HookObserver,
): Promise<HookVerdict> {
  const { results, failures } = await runAll(
    hooks,
    (hook, progress) => hook.run({ ...call, progress }),
    observer,
  );
  let verdict: HookVerdict = {
    decision: undefined,
    hook: '',
    reason: '',
    updatedInput: undefined,
    updatedBy: undefined,
    additionalContext: [],
    stop: undefined,
    failures,
    notices: [
      ...results.flatMap((result) => result?.notices ?? []),
      ...replacedTwice(
        hooks.filter((_, index) => results[index]?.updatedInput !== undefined),
        'input',
      ),
    ],
  };
  for (const [index, result] of results.entries()) {
    const hook = hooks[index];
    if (result === undefined || hook === undefined) continue;
    verdict = join(verdict, result, hook.name);
  }
  return verdict;
}

function join(verdict: HookVerdict, result: PreToolUseResult, hook: string): HookVerdict {
  const decides =
    result.decision !== undefined &&
    (verdict.decision === undefined || RANK[result.decision] > RANK[verdict.decision]);
  return {
    ...verdict,
    ...(decides ? { decision: result.decision, hook, reason: result.reason ?? '' } : {}),
    updatedInput: result.updatedInput ?? verdict.updatedInput,
    updatedBy: result.updatedInput === undefined ? verdict.updatedBy : hook,
    additionalContext:
      result.additionalContext === undefined
        ? verdict.additionalContext
        : [...verdict.additionalContext, result.additionalContext],
    stop: verdict.stop ?? result.stop,
  };
}
