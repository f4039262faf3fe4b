import type { RunEvent } from '@sluice/core';
import type { Conversation } from '../../conversation/conversation.ts';
import type { LateTools } from '../../late-tools/late-tools.ts';
import type { AgentEvent } from '../agent-event.ts';

interface ResultTaker {
  readonly conversation: Pick<Conversation, 'addResults' | 'defer'>;
  readonly lateTools?: Pick<LateTools, 'took'> | undefined;
  readonly emit: (event: AgentEvent) => void;
}

/** Adds the results to the conversation; an open call has none yet. */
export function takeResults(
  { conversation, emit, lateTools }: ResultTaker,
  messageId: string,
  {
    results,
    spoken,
    additionalContext,
    deferredCallId,
    suspended = [],
  }: Extract<RunEvent, { type: 'message' }>,
): 'taken' | 'deferred' {
  if (deferredCallId !== undefined || suspended.length > 0) {
    conversation.defer(messageId);
    return 'deferred';
  }
  conversation.addResults(messageId, results, spoken);
  const problem = lateTools?.took(results);
  if (problem !== undefined) emit({ type: 'notice', message: problem });
  emit({ type: 'results', messageId, results, additionalContext });
  return 'taken';
}
