import type {
  Hook,
  HookOutput,
  PermissionDeniedResult,
  PostToolUseResult,
  PreToolUseResult,
} from './hooks.ts';

export type AnyHookResult = PreToolUseResult & PostToolUseResult & PermissionDeniedResult;

/** What one hook made of one event. */
export interface HookEnd {
  readonly outcome: 'ok' | 'failed' | 'timed-out' | 'cancelled';
  /** Its result; undefined: it said nothing, or threw. */
  readonly result: AnyHookResult | undefined;
  /** What it threw. */
  readonly error: string | undefined;
}

/** Sees each hook begin and end, in the order in which that happens. Must not throw. */
export interface HookObserver {
  started(hook: Hook): void;
  progressed(hook: Hook, output: HookOutput): void;
  ended(hook: Hook, end: HookEnd): void;
}

export interface AllRan<Result> {
  /** One for each hook, in configuration order; undefined: it said nothing, or threw. */
  readonly results: readonly (Result | undefined)[];
  /** Hooks that threw, each with its reason, in the same order. */
  readonly failures: readonly string[];
}

/** Runs hooks side by side. Who ends first makes no difference to what comes out. */
export async function runAll<One extends Hook, Result extends Partial<AnyHookResult>>(
  hooks: readonly One[],
  run: (
    hook: One,
    progress: (output: HookOutput) => void,
  ) => Result | undefined | Promise<Result | undefined>,
  observer: HookObserver | undefined,
): Promise<AllRan<Result>> {
  const failed = new Map<number, string>();
  const results = await Promise.all(
    hooks.map(async (hook, index): Promise<Result | undefined> => {
      observer?.started(hook);
      try {
        const result = await run(hook, (output) => observer?.progressed(hook, output));
        observer?.ended(hook, { outcome: result?.ended ?? 'ok', result, error: undefined });
        return result;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        failed.set(index, `${hook.name}: ${message}`);
        observer?.ended(hook, { outcome: 'failed', result: undefined, error: message });
        return undefined;
      }
    }),
  );
  return { results, failures: hooks.flatMap((_, index) => failed.get(index) ?? []) };
}
