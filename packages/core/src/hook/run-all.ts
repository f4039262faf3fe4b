import { errorText } from '@sluice/base';
import type {
  Hook,
  HookOutput,
  PermissionDeniedResult,
  PostToolUseResult,
  PreToolUseResult,
} from './hooks.ts';

export type AnyHookResult = PreToolUseResult & PostToolUseResult & PermissionDeniedResult;

/** The result of one hook for one event. */
export interface HookEnd {
  readonly outcome: 'ok' | 'failed' | 'timed-out' | 'cancelled';
  /** Its result; undefined if it returned nothing, or threw. */
  readonly result: AnyHookResult | undefined;
  /** What it threw. */
  readonly error: string | undefined;
}

/** Called with each hook as it starts; the returned object gets its progress and end. Must not throw. */
export type HookObserver = (hook: Hook) => {
  progressed(output: HookOutput): void;
  ended(end: HookEnd): void;
};

export interface AllRan<Result> {
  /** One for each hook, in configuration order; undefined: it returned nothing, or threw. */
  readonly results: readonly (Result | undefined)[];
  /** Of each hook that threw or says that it failed, why; in the same order. */
  readonly failures: readonly string[];
  /** What the others say to the user. */
  readonly notices: readonly string[];
}

/** Runs hooks in parallel. The order in which they end makes no difference; if all return synchronously, so does this. */
export function runAll<One extends Hook, Result extends Partial<AnyHookResult>>(
  hooks: readonly One[],
  run: (
    hook: One,
    progress: (output: HookOutput) => void,
  ) => Result | undefined | Promise<Result | undefined>,
  observer: HookObserver | undefined,
): AllRan<Result> | Promise<AllRan<Result>> {
  /** In the places of the hooks that threw. */
  const thrown: (string | undefined)[] = [];
  const begin = (hook: One, index: number): Result | undefined | Promise<Result | undefined> => {
    const seen = observer?.(hook);
    const end = (result: Result | undefined): Result | undefined => {
      seen?.ended({ outcome: result?.ended ?? 'ok', result, error: undefined });
      return result;
    };
    const fail = (error: unknown): undefined => {
      const message = errorText(error);
      thrown[index] = `${hook.name}: ${message}`;
      seen?.ended({ outcome: 'failed', result: undefined, error: message });
    };
    try {
      const result = run(hook, (output) => seen?.progressed(output));
      return result instanceof Promise ? result.then(end, fail) : end(result);
    } catch (error) {
      return fail(error);
    }
  };
  const all = (results: readonly (Result | undefined)[]): AllRan<Result> => ({
    results,
    failures: hooks.flatMap((_, index) => thrown[index] ?? noticesOf(results[index], true)),
    notices: results.flatMap((result) => noticesOf(result, false)),
  });
  const begun = hooks.map(begin);
  return begun.every(isAnswer) ? all(begun) : Promise.all(begun.map(inTime)).then(all);
}

function noticesOf(result: Partial<AnyHookResult> | undefined, hasFailed: boolean): readonly string[] {
  return (result?.ended !== undefined) === hasFailed ? (result?.notices ?? []) : [];
}

function isAnswer<Value>(answer: Value | Promise<Value>): answer is Value {
  return !(answer instanceof Promise);
}

async function inTime<Value>(answer: Value | Promise<Value>): Promise<Value> {
  return answer;
}
