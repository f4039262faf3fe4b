import { hookMatches, type Hook, type PostToolUseHook, type PostToolUseResult } from './hooks.ts';
import { replacedTwice } from './replaced-twice.ts';
import { runAll, type AllRan, type HookObserver } from './run-all.ts';

export interface PostVerdict {
  readonly additionalContext: readonly string[];
  /** Present if a hook replaced the output. */
  readonly updatedOutput: { readonly value: unknown } | undefined;
  readonly stop: { readonly reason: string } | undefined;
  /** What hooks say to later reviewers. */
  readonly classifierContext: readonly string[];
  readonly failures: readonly string[];
  /** Hooks' messages for the user, and that an output was replaced twice. */
  readonly notices: readonly string[];
}

export function matchingPostHooks(
  hooks: readonly Hook[],
  event: 'PostToolUse' | 'PostToolUseFailure',
  toolName: string,
): PostToolUseHook[] {
  return hooks.filter((hook): hook is PostToolUseHook => hook.event === event && hookMatches(hook, toolName));
}

/** A hook that may itself change things makes calls with effects exclusive (DESIGN.md 3). */
export function mayHaveEffects(hooks: readonly Hook[], toolName: string): boolean {
  return hooks.some(
    (hook) =>
      (hook.event === 'PostToolUse' || hook.event === 'PostToolUseFailure') &&
      hook.effects !== 'none' &&
      hookMatches(hook, toolName),
  );
}

/** Runs the hooks in parallel; outputs chain in configuration order, the last wins. */
export function runPostHooks(
  hooks: readonly PostToolUseHook[],
  call: Parameters<PostToolUseHook['run']>[0],
  observer?: HookObserver,
): PostVerdict | Promise<PostVerdict> {
  const ran = runAll(hooks, (hook, progress) => hook.run({ ...call, progress }), observer);
  return ran instanceof Promise ? ran.then((all) => combine(hooks, all)) : combine(hooks, ran);
}

function combine(
  hooks: readonly PostToolUseHook[],
  { results, failures, notices: said }: AllRan<PostToolUseResult>,
): PostVerdict {
  const additionalContext: string[] = [];
  let updatedOutput: PostVerdict['updatedOutput'];
  let stop: PostVerdict['stop'];
  for (const result of results) {
    if (result === undefined) continue;
    if (result.additionalContext !== undefined) additionalContext.push(result.additionalContext);
    if ('updatedOutput' in result) updatedOutput = { value: result.updatedOutput };
    stop ??= result.stop;
  }
  const classifierContext = results.flatMap((result) => result?.classifierContext ?? []);
  const replacing = hooks.filter((_, index) => 'updatedOutput' in (results[index] ?? {}));
  const notices = [...said, ...replacedTwice(replacing, 'output')];
  return { additionalContext, updatedOutput, stop, classifierContext, failures, notices };
}
