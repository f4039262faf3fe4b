import type { EventFields } from '../events/event-lookup.ts';
import type { EventVerdict } from '../answer/event-verdict.ts';
import type { FireOptions, HookDispatcher } from './hook-dispatcher.ts';

/** How many times in a row hooks may keep the work going; others use the same limit. */
const DEFAULT_CAP = 8;

export type StopAnswer =
  /** The work goes on, with this feedback for the model. */
  | { readonly goesOn: true; readonly feedback: readonly string[]; readonly verdict: EventVerdict }
  /** It ends. `isCapped`: hooks wanted it to go on once too often. */
  | { readonly goesOn: false; readonly isCapped: boolean; readonly verdict: EventVerdict };

/** Asks the Stop or SubagentStop hooks whether the work may end, and ends it if they never let it. */
export interface StopLoop {
  ask(fields: Omit<EventFields['Stop'], 'stop_hook_active'>, options: FireOptions): Promise<StopAnswer>;
  /** The user or a program started something new. */
  reset(): void;
}

export function createStopLoop(
  dispatcher: Pick<HookDispatcher, 'fire'>,
  env: Readonly<Record<string, string | undefined>>,
  /** The sub-agent that is about to end; default: the agent itself. */
  subagent?: Pick<EventFields['SubagentStop'], 'agent_id' | 'agent_type' | 'agent_transcript_path'>,
): StopLoop {
  const cap = stopCap(env);
  let inRow = 0;
  return {
    async ask(fields, options) {
      const told = { ...fields, stop_hook_active: inRow > 0 };
      const verdict =
        subagent === undefined
          ? await dispatcher.fire('Stop', told, options)
          : await dispatcher.fire('SubagentStop', { ...told, ...subagent }, options);
      const { block, additionalContext } = verdict;
      const feedback = [
        ...(block === undefined
          ? []
          : [`The hook "${block.hook}" says that you are not done: ${block.reason}`]),
        ...additionalContext,
      ];
      if (verdict.stop !== undefined || feedback.length === 0) {
        inRow = 0;
        return { goesOn: false, isCapped: false, verdict };
      }
      inRow += 1;
      if (cap === 0 || inRow <= cap) return { goesOn: true, feedback, verdict };
      inRow = 0;
      return { goesOn: false, isCapped: true, verdict };
    },
    reset() {
      inRow = 0;
    },
  };
}

const CAP_VARIABLES = ['SLUICE_STOP_HOOK_BLOCK_CAP', 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'];

/** How many times in a row hooks may keep the work going or restart it; 0: unlimited. */
export function stopCap(env: Readonly<Record<string, string | undefined>>): number {
  const text = CAP_VARIABLES.map((name) => env[name]).find(
    (value) => value !== undefined && /^\d+$/.test(value),
  );
  return text === undefined ? DEFAULT_CAP : Number(text);
}
