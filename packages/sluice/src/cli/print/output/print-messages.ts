import type { AgentEvent, AgentResult } from '@sluice/agent';
import { getOwn, type RunEvent } from '@sluice/core';
import type { ToolProgress } from '../tool-progress.ts';
import { AnswerTimes } from './answer-times.ts';
import { createBlockMessages } from './block-messages.ts';
import { hookMessage } from './hook-message.ts';
import {
  aboutResult,
  askedIds,
  assistantMessage,
  compactionMessage,
  deniedMessage,
  endMessages,
  ofBlock,
  resetMessage,
  retryMessage,
  statusMessage,
  synthetic,
  type OfType,
  userMessage,
} from './message-shapes.ts';
import { blockText, resultMessage } from './result-message.ts';
import { createStreamEvents } from './stream-events.ts';
import { MAX_STREAM_RETRIES } from './retry-notes.ts';

/** Which optional messages a client wants. */
export interface PrintMessageOptions {
  readonly includesPartialMessages: boolean;
  readonly includesHookEvents: boolean;
  readonly replaysUserMessages: boolean;
  /** One assistant message for each block, as soon as it is complete. Default: one for each answer. */
  readonly splitsMessages?: boolean;
  /** Default: none. */
  readonly sessionId?: string;
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
  return new Messages(options, progress);
}

class Messages implements PrintMessages {
  readonly #options: PrintMessageOptions;
  readonly #progress: Pick<ToolProgress, 'take'>;
  readonly #stream = createStreamEvents();
  readonly #blocks = createBlockMessages();
  /** What clients receive about results that are settled and not yet shown, by call. */
  readonly #settled = new Map<string, object>();
  #hasRun = false;
  // Clients assemble the parts of a message by its id: each part has the server's, if there is one.
  #named: { readonly messageId: string; readonly id: string } | undefined;
  /** Ids of the person's messages that the running prompt has taken. */
  #asked: readonly string[] = [];
  #isAnswered = false;
  readonly #times = new AnswerTimes();

  constructor(options: PrintMessageOptions, progress: Pick<ToolProgress, 'take'>) {
    this.#options = options;
    this.#progress = progress;
  }

  take(event: AgentEvent): readonly object[] {
    this.#progress.take(event);
    const ttftMs = this.#times.take(event);
    const isSplit = this.#options.splitsMessages === true;
    switch (event.type) {
      case 'activity': {
        const state = event.activity === 'requires-action' ? 'requires_action' : event.activity;
        return [{ type: 'system', subtype: 'session_state_changed', state }];
      }
      case 'transition':
        return isSplit ? [statusMessage('requesting')] : [];
      case 'compaction':
        return isSplit ? [compactionMessage(event)] : [];
      case 'user':
        return this.#ofUser(event);
      case 'model':
        return this.#ofModel(event, ttftMs);
      case 'assistant':
        return this.#ofAssistant(event);
      case 'engine':
        return this.#ofEngine(event.event);
      case 'results':
        return this.#ofResults(event);
      case 'retracted':
        return this.#ofRetracted(event);
      case 'compacted': {
        const metadata = { trigger: event.trigger, pre_tokens: event.tokensBefore };
        return [{ type: 'system', subtype: 'compact_boundary', compact_metadata: metadata }];
      }
      case 'cleared':
        return isSplit ? [resetMessage(event, this.#options.sessionId)] : [];
      case 'notice':
        return [informational(event.message)];
      case 'result':
        return this.#ofEnd(event);
      default:
        return event satisfies never;
    }
  }

  #ofUser(event: OfType<'user'>): readonly object[] {
    if (event.id !== undefined) {
      this.#asked = [...this.#asked, event.id];
      this.#isAnswered = false;
    }
    return userMessage(event, this.#options.replaysUserMessages);
  }

  /** @param ttftMs how long the answer took to begin, if this is its beginning */
  #ofModel({ event, messageId }: OfType<'model'>, ttftMs: number | undefined): readonly object[] {
    if (event.type === 'retry') return [retryMessage(event)];
    if (event.type === 'message-start' && event.id !== undefined) this.#named = { messageId, id: event.id };
    const id = this.#idOf(messageId);
    const lines: object[] = [];
    if (this.#options.includesPartialMessages)
      for (const raw of this.#stream.take(event, id))
        lines.push({ type: 'stream_event', event: raw, parent_tool_use_id: null, ...ofStart(raw, ttftMs) });
    if (this.#options.splitsMessages === true)
      lines.push(...this.#answered(this.#blocks.take(event, id).map(ofBlock)));
    return lines;
  }

  #ofAssistant(event: OfType<'assistant'>): readonly object[] {
    if (event.content.length === 0) return [];
    const id = this.#idOf(event.messageId);
    if (this.#options.splitsMessages !== true) return this.#answered([assistantMessage(event, id)]);
    const rest = this.#blocks.rest(event.content);
    return this.#answered(
      rest.map((block) => assistantMessage({ ...event, content: [block], stopReason: null }, id)),
    );
  }

  #ofEngine(event: RunEvent): readonly object[] {
    switch (event.type) {
      case 'tool-result':
        this.#settled.set(event.callId, aboutResult(event));
        return deniedMessage(event);
      case 'hook':
      case 'hook-summary':
        return this.#options.includesHookEvents ? [hookMessage(event)] : [];
      case 'notice':
      case 'error':
        return [informational(event.message)];
      case 'in-progress': {
        // Nothing has run yet, and no client assumes so.
        if (event.calls.length === 0 && !this.#hasRun) return [];
        this.#hasRun = true;
        const ids = event.calls.map(({ callId }) => callId);
        const { interruptible } = event;
        return [{ type: 'system', subtype: 'in_progress', tool_use_ids: ids, interruptible }];
      }
      default:
        return [];
    }
  }

  #ofResults({ results, additionalContext }: OfType<'results'>): readonly object[] {
    const lines = results.map((result) => {
      const about = this.#settled.get(result.tool_use_id);
      this.#settled.delete(result.tool_use_id);
      const message = { role: 'user', content: [result] };
      return { type: 'user', message, parent_tool_use_id: null, ...about };
    });
    return [...lines, ...additionalContext.map((text) => synthetic(text))];
  }

  #ofRetracted(event: OfType<'retracted'>): readonly object[] {
    this.#settled.clear();
    this.#blocks.clear();
    const message = retryMessage({ ...event, maxRetries: MAX_STREAM_RETRIES });
    // Clients must discard what they have assembled of it so far.
    return [{ ...message, discarded_message_id: this.#idOf(event.messageId) }];
  }

  #ofEnd({ result }: OfType<'result'>): readonly object[] {
    const ids = askedIds(this.#asked);
    const about = this.#options.splitsMessages === true ? endMessages(result, this.#asked.at(-1)) : [];
    this.#asked = [];
    this.#isAnswered = false;
    return [
      ...about,
      ...blockedMessage(result),
      { ...resultMessage(result), ...this.#times.ended(), ...ids },
    ];
  }

  /** The first message of an answer names the messages that it is about. */
  #answered(lines: readonly object[]): readonly object[] {
    const [first, ...rest] = lines;
    if (first === undefined || this.#isAnswered) return lines;
    this.#isAnswered = true;
    return [{ ...first, ...askedIds(this.#asked) }, ...rest];
  }

  #idOf(messageId: string): string {
    return this.#named?.messageId === messageId ? this.#named.id : messageId;
  }
}

/** Clients show it to the user at once. */
function blockedMessage({ hookBlock }: AgentResult): readonly object[] {
  if (hookBlock === undefined) return [];
  return [{ ...informational(blockText(hookBlock)), prevent_continuation: true }];
}

function ofStart(event: object, ttftMs: number | undefined): object {
  return getOwn(event, 'type') === 'message_start' ? { ttft_ms: ttftMs } : {};
}

function informational(content: string): object {
  return { type: 'system', subtype: 'informational', level: 'warning', content };
}
