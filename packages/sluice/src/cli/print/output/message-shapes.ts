import type { AgentEvent, AgentResult, EndReason } from '@sluice/agent';
import { present } from '@sluice/base';
import {
  failureError,
  type AssistantBlock,
  type JsonObject,
  type ModelFailure,
  type RunEvent,
  type UserBlock,
} from '@sluice/core';
import { outcomeFields } from '../../exec/output/outcome-fields.ts';
import type { BlockMessage } from './block-messages.ts';
import { decisionReasonType } from './decision-reason-type.ts';
import { UNREPORTED_FIELDS } from './unreported-fields.ts';
import { messageUsage } from './usage-for-client.ts';

export type OfType<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

export function statusMessage(status: 'requesting' | 'compacting' | null, about: object = {}): object {
  return { type: 'system', subtype: 'status', status, ...about };
}

export function compactionMessage(event: OfType<'compaction'>): object {
  if (event.status === 'started') return statusMessage('compacting');
  const result = event.status === 'done' ? 'success' : 'failed';
  return statusMessage(null, { compact_result: result, compact_error: event.problem });
}

/** The user cleared the conversation. The session stays the same one, so its id is that of the new conversation. */
export function resetMessage({ id }: OfType<'cleared'>, sessionId: string | undefined): object {
  return {
    type: 'conversation_reset',
    trigger: 'clear',
    new_conversation_id: sessionId,
    user_message_uuid: id,
    timestamp: new Date().toISOString(),
  };
}

/** What clients receive about a result besides what the model reads. */
export function aboutResult(event: Extract<RunEvent, { type: 'tool-result' }>): object {
  const { clientView, outcome, record, metadata } = event;
  return {
    tool_use_result: clientView,
    ...outcomeFields(outcome),
    duration_ms: Math.round(record.executingMs),
    metadata,
  };
}

/** What programs of the Agent SDK look for to learn that a user has stopped a turn. */
const STOPPED_TURN: Partial<Record<EndReason, string>> = {
  'interrupted-streaming': '[Request interrupted by user]',
  'interrupted-tools': '[Request interrupted by user for tool use]',
};

/**
 * What clients receive besides the result of a prompt that the model refused, that a command answered, or that was interrupted.
 * @param askedBy the last message's id
 */
export function endMessages(
  { reason, text, turns, errors, models }: AgentResult,
  askedBy: string | undefined,
): readonly object[] {
  if (reason === 'refused')
    return [
      {
        type: 'system',
        subtype: 'model_refusal_no_fallback',
        original_model: models.at(-1)?.model ?? '',
        request_id: null,
        refused_user_message_uuid: askedBy ?? null,
        content: errors[0] ?? text,
      },
    ];
  const stopped = STOPPED_TURN[reason];
  if (stopped !== undefined) return [synthetic(stopped)];
  const isCommand = reason === 'completed' && turns === 0 && text !== '';
  return isCommand ? [{ type: 'system', subtype: 'local_command_output', content: text }] : [];
}

/** Names the messages that an answer is about, the last one first. */
export function askedIds(ids: readonly string[]): object {
  const last = ids.at(-1);
  return last === undefined ? {} : { user_message_uuid: last, user_message_uuids: ids };
}

/** The message of one block of an answer that still goes on. */
export function ofBlock({ block, ...of }: BlockMessage): object {
  return assistantMessage({ ...of, content: [block], stopReason: null, isCut: false }, of.id);
}

export function assistantMessage(
  {
    content,
    model,
    stopReason,
    usage,
    isCut,
  }: Omit<OfType<'assistant'>, 'type' | 'messageId' | 'stopReason'> & { readonly stopReason: string | null },
  id: string,
): object {
  return {
    type: 'assistant',
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: content.flatMap(blockForClient),
      stop_reason: stopReason,
      stop_sequence: null,
      usage: messageUsage(usage),
      ...UNREPORTED_FIELDS,
    },
    parent_tool_use_id: null,
    aborted: isCut ? true : undefined,
    timestamp: new Date().toISOString(),
  };
}

/** Blocks that only another API understands are not shown. */
function blockForClient(block: AssistantBlock): readonly (AssistantBlock | JsonObject)[] {
  if (block.type !== 'opaque') return [block];
  return block.api === 'anthropic' ? [block.block] : [];
}

export function userMessage(event: OfType<'user'>, isReplayed: boolean): readonly object[] {
  const { origin, id } = event;
  const content = contentForClient(event.content);
  if (origin === 'person') {
    return isReplayed
      ? [
          {
            type: 'user',
            message: { role: 'user', content },
            parent_tool_use_id: null,
            isReplay: true,
            uuid: id,
          },
        ]
      : [];
  }
  return [
    {
      type: 'user',
      message: { role: 'user', content },
      parent_tool_use_id: null,
      isSynthetic: true,
      // Clients know only some kinds.
      origin: { kind: origin === 'task' ? 'task-notification' : 'unclassified', source: origin },
    },
  ];
}

/** The content of a message of the user in the terms of the Messages API. */
export function contentForClient(content: readonly UserBlock[]): readonly object[] {
  return content.map((block) => {
    if (block.type !== 'linked_file') return block;
    const { kind, url, title } = block;
    return { type: kind, source: { type: 'url', url }, ...present({ title }) };
  });
}

export function synthetic(text: string): object {
  const content = [{ type: 'text', text }];
  return { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, isSynthetic: true };
}

export function retryMessage({
  attempt,
  maxRetries,
  delayMs,
  failure,
}: {
  readonly attempt: number;
  readonly maxRetries: number;
  readonly delayMs: number;
  readonly failure: Pick<ModelFailure, 'kind' | 'message' | 'status'>;
}): object {
  return {
    type: 'system',
    subtype: 'api_retry',
    attempt,
    max_retries: maxRetries,
    retry_delay_ms: Math.round(delayMs),
    error_status: failure.status ?? null,
    error: failureError(failure.kind),
    message: failure.message,
  };
}

/** Denials by a rule, a mode or the lack of a user; a hook's own text belongs to the hook. */
export function deniedMessage({
  toolName,
  callId,
  outcome,
  record,
}: Extract<RunEvent, { type: 'tool-result' }>): readonly object[] {
  if (outcome.code !== 'denied' || outcome.by === 'hook') return [];
  return [
    {
      type: 'system',
      subtype: 'permission_denied',
      tool_name: toolName,
      tool_use_id: callId,
      // What led to the question did not decide it.
      decision_reason_type: decisionReasonType(
        outcome.by === 'headless' ? (record.decision?.asked?.by ?? outcome.by) : outcome.by,
      ),
      message: outcome.reason,
    },
  ];
}
