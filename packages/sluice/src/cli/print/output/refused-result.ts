import type { AgentEvent, AgentResult } from '@sluice/agent';
import { resultMessage } from './result-message.ts';

const NO_TOKENS = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** The last message of a run that a client started with something unsupported: clients show the errors of a result. */
export function refusedResult(message: string): object {
  return resultMessage(emptyResult('shutdown', [message]));
}

/** The events of a message that can't be worked on. */
export function refusedMessage(problem: string): readonly AgentEvent[] {
  return withoutWork(emptyResult('shutdown', [problem]));
}

/** The events of a message without content: it only opens the session. */
export function openedMessage(): readonly AgentEvent[] {
  return withoutWork(emptyResult('completed', []));
}

function withoutWork(result: AgentResult): readonly AgentEvent[] {
  return [
    { type: 'activity', activity: 'running' },
    { type: 'result', result },
    { type: 'activity', activity: 'idle' },
  ];
}

function emptyResult(reason: AgentResult['reason'], errors: readonly string[]): AgentResult {
  return {
    reason,
    text: '',
    stopReason: undefined,
    turns: 0,
    usage: NO_TOKENS,
    costUsd: 0,
    models: [],
    durationMs: 0,
    modelMs: 0,
    denials: [],
    structuredOutput: undefined,
    deferred: undefined,
    failure: undefined,
    errors,
  };
}
