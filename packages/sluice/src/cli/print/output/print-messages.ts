import type { AgentEvent } from '@sluice/agent';
import {
  failureError,
  type AssistantBlock,
  type JsonObject,
  type ModelFailure,
  type RunEvent,
} from '@sluice/core';
import { outcomeFields } from '../../exec/output/outcome-fields.ts';
import type { ToolProgress } from '../tool-progress.ts';
import { createBlockMessages, type BlockMessage } from './block-messages.ts';
import { decisionReasonType } from './decision-reason-type.ts';
import { hookMessage } from './hook-message.ts';
import { usageForClient } from './usage-for-client.ts';
import { resultMessage } from './result-message.ts';
import { createStreamEvents } from './stream-events.ts';
import { MAX_STREAM_RETRIES } from './retry-notes.ts';

/** Which optional messages a client wants. */
export interface PrintMessageOptions {
  readonly includesPartialMessages: boolean;
  readonly includesHookEvents: boolean;
  readonly replaysUserMessages: boolean;
  /** One assistant message for each block, as soon as it is complete. Default: one for each answer. */
  readonly splitsMessages?: boolean;
}

/** Converts the agent's events to the messages of headless mode, without the fields common to all. */
export interface PrintMessages {
  take(event: AgentEvent): readonly object[];
}

/** @param progress receives every event before its messages are created */
export function createPrintMessages(
  options: PrintMessageOptions,
  progress: Pick<ToolProgress, 'take'>,
): PrintMessages {
  const stream = createStreamEvents();
  const settled = new Map<string, object>();
  // Clients assemble the parts of a message by its id: each part has the server's, if there is one.
  let hasRun = false;
  let named: { readonly messageId: string; readonly id: string } | undefined;
  const blocks = createBlockMessages();
  /** Ids of the person's messages that the running prompt has taken. */
  let asked: readonly string[] = [];
  let isAnswered = false;
  const answered = (lines: readonly object[]): readonly object[] => {
    const [first, ...rest] = lines;
    if (first === undefined || isAnswered) return lines;
    isAnswered = true;
    return [{ ...first, ...askedIds(asked) }, ...rest];
  };
  const idOf = (messageId: string): string => (named?.messageId === messageId ? named.id : messageId);

  function ofEngine(event: RunEvent): readonly object[] {
    switch (event.type) {
      case 'tool-result':
        settled.set(event.callId, aboutResult(event));
        return deniedMessage(event);
      case 'hook':
      case 'hook-summary':
        return options.includesHookEvents ? [hookMessage(event)] : [];
      case 'notice':
        return [{ type: 'system', subtype: 'informational', level: 'warning', content: event.message }];
      case 'error':
        return [{ type: 'system', subtype: 'informational', level: 'warning', content: event.message }];
      case 'in-progress':
        // Nothing has run yet, and no client assumes so.
        if (event.calls.length === 0 && !hasRun) return [];
        hasRun = true;
        return [
          {
            type: 'system',
            subtype: 'in_progress',
            tool_use_ids: event.calls.map(({ callId }) => callId),
            interruptible: event.interruptible,
          },
        ];
      default:
        return [];
    }
  }

  return {
    take(event) {
      progress.take(event);
      switch (event.type) {
        case 'activity':
          return [
            {
              type: 'system',
              subtype: 'session_state_changed',
              state: event.activity === 'requires-action' ? 'requires_action' : event.activity,
            },
          ];
        case 'transition':
          return options.splitsMessages === true ? [statusMessage('requesting')] : [];
        case 'compaction':
          return options.splitsMessages === true ? [compactionMessage(event)] : [];
        case 'user':
          if (event.id !== undefined) {
            asked = [...asked, event.id];
            isAnswered = false;
          }
          return userMessage(event, options.replaysUserMessages);
        case 'model':
          if (event.event.type === 'retry') return [retryMessage(event.event)];
          if (event.event.type === 'message-start' && event.event.id !== undefined)
            named = { messageId: event.messageId, id: event.event.id };
          return [
            ...(options.includesPartialMessages
              ? stream.take(event.event, idOf(event.messageId)).map((raw) => ({
                  type: 'stream_event',
                  event: raw,
                  parent_tool_use_id: null,
                }))
              : []),
            ...(options.splitsMessages === true
              ? answered(blocks.take(event.event, idOf(event.messageId)).map(ofBlock))
              : []),
          ];
        case 'assistant':
          if (event.content.length === 0) return [];
          if (options.splitsMessages !== true)
            return answered([assistantMessage(event, idOf(event.messageId))]);
          return answered(
            blocks
              .rest(event.content)
              .map((block) =>
                assistantMessage({ ...event, content: [block], stopReason: null }, idOf(event.messageId)),
              ),
          );
        case 'engine':
          return ofEngine(event.event);
        case 'results': {
          const lines = event.results.map((result) => {
            const about = settled.get(result.tool_use_id);
            settled.delete(result.tool_use_id);
            return {
              type: 'user',
              message: { role: 'user', content: [result] },
              parent_tool_use_id: null,
              ...about,
            };
          });
          return [...lines, ...event.additionalContext.map((text) => synthetic(text))];
        }
        case 'retracted':
          settled.clear();
          blocks.clear();
          return [
            {
              ...retryMessage({ ...event, maxRetries: MAX_STREAM_RETRIES }),
              // Clients must discard what they have assembled of it so far.
              discarded_message_id: idOf(event.messageId),
            },
          ];
        case 'compacted':
          return [
            {
              type: 'system',
              subtype: 'compact_boundary',
              compact_metadata: { trigger: event.trigger, pre_tokens: event.tokensBefore },
            },
          ];
        case 'notice':
          return [{ type: 'system', subtype: 'informational', level: 'warning', content: event.message }];
        case 'result': {
          const ids = askedIds(asked);
          asked = [];
          isAnswered = false;
          return [{ ...resultMessage(event.result), ...ids }];
        }
        default:
          return event satisfies never;
      }
    },
  };
}

function statusMessage(status: 'requesting' | 'compacting' | null, about: object = {}): object {
  return { type: 'system', subtype: 'status', status, ...about };
}

function compactionMessage(event: OfType<'compaction'>): object {
  if (event.status === 'started') return statusMessage('compacting');
  const result = event.status === 'done' ? 'success' : 'failed';
  return statusMessage(null, { compact_result: result, compact_error: event.problem });
}

/** What clients receive about a result besides what the model reads. */
function aboutResult(event: Extract<RunEvent, { type: 'tool-result' }>): object {
  const { clientView, outcome, record, metadata } = event;
  return {
    tool_use_result: clientView,
    ...outcomeFields(outcome),
    duration_ms: Math.round(record.executingMs),
    metadata,
  };
}

type OfType<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

/** Names the messages that an answer is about, the last one first. */
function askedIds(ids: readonly string[]): object {
  const last = ids.at(-1);
  return last === undefined ? {} : { user_message_uuid: last, user_message_uuids: ids };
}

/** The message of one block of an answer that still goes on. */
function ofBlock({ block, ...of }: BlockMessage): object {
  return assistantMessage({ ...of, content: [block], stopReason: null, isCut: false }, of.id);
}

function assistantMessage(
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
      usage: usageForClient(usage),
    },
    parent_tool_use_id: null,
    aborted: isCut ? true : undefined,
  };
}

/** Blocks that only another API understands are not shown. */
function blockForClient(block: AssistantBlock): readonly (AssistantBlock | JsonObject)[] {
  if (block.type !== 'opaque') return [block];
  return block.api === 'anthropic' ? [block.block] : [];
}

function userMessage({ origin, content, id }: OfType<'user'>, isReplayed: boolean): readonly object[] {
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
      origin: { kind: origin },
    },
  ];
}

function synthetic(text: string): object {
  const content = [{ type: 'text', text }];
  return { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, isSynthetic: true };
}

function retryMessage({
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
function deniedMessage({
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
