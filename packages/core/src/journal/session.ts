import { getOwn } from '../data/json.ts';
import type { JournalEntry, JournalText } from '../ports/journal-entry.ts';
import type { SuspendedAnswer } from '../permission/suspended-answer.ts';

/** A top-level call as recorded in the journal. */
export interface JournaledCall {
  readonly callId: string;
  readonly name: string;
  /** JSON text of the input. */
  readonly input: JournalText;
  /** It had started. A call with effects always has this line, one that only reads usually. */
  started: { readonly isIdempotent: boolean; readonly isReadOnly: boolean } | undefined;
  settled:
    | {
        readonly outcome: string;
        /** What the line stores about the outcome besides its code. */
        readonly detail: unknown;
        readonly isError: boolean;
        readonly content: JournalText;
        /** Messages that follow the results, unless they are in the line that completes the message. */
        readonly newMessages: JournalText | undefined;
      }
    | undefined;
  /** A hook deferred it, or it was suspended, and nothing has settled it since. */
  isDeferred: boolean;
  /** What a person was asked about it, if it was suspended. */
  ask: JournaledAsk | undefined;
  /** What the model knew of the files that it is about, if it is open. */
  seen: JournalText | undefined;
  /** What the model saw instead of the settled content. */
  replacement: JournalText | undefined;
}

/** The question about a suspended call. */
export interface JournaledAsk {
  readonly requestId: string;
  /** What a person is shown, as JSON text. */
  readonly request: JournalText;
  /** The first answer to exactly this question. */
  readonly answer: SuspendedAnswer | undefined;
}

export interface JournaledMessage {
  readonly messageId: string;
  readonly calls: JournaledCall[];
  /** All results had been sent. */
  isComplete: boolean;
  /** Texts that followed them, as a JSON list. */
  additionalContext: JournalText | undefined;
  isDiscarded: boolean;
  /** For the model: effects of a retracted message. */
  note: string | undefined;
}

/**
 * The messages of a session, in order, from its journal. Lenient: lines that don't fit are skipped, and of two lines that say the same
 * the later counts (a call may have been run again).
 */
export function readSession(entries: readonly JournalEntry[]): readonly JournaledMessage[] {
  const messages = new Map<string, JournaledMessage>();
  const calls = new Map<string, JournaledCall>();

  const messageOf = (messageId: string): JournaledMessage => {
    const known = messages.get(messageId);
    if (known !== undefined) return known;
    const message: JournaledMessage = {
      messageId,
      calls: [],
      isComplete: false,
      additionalContext: undefined,
      isDiscarded: false,
      note: undefined,
    };
    messages.set(messageId, message);
    return message;
  };

  for (const entry of entries) {
    // Nested calls belong to their parent's result.
    if ('parentCallId' in entry && entry.parentCallId !== undefined) continue;
    switch (entry.type) {
      case 'received': {
        const { callId, name, input } = entry;
        const call: JournaledCall = {
          callId,
          name,
          input,
          started: undefined,
          settled: undefined,
          isDeferred: false,
          ask: undefined,
          seen: undefined,
          replacement: undefined,
        };
        const message = messageOf(entry.messageId);
        const before = message.calls.findIndex((other) => other.callId === callId);
        // Fed again with another input, or run again: earlier lines about it no longer count.
        if (before === -1) message.calls.push(call);
        else message.calls[before] = call;
        calls.set(keyOf(entry), call);
        break;
      }
      case 'started': {
        const call = calls.get(keyOf(entry));
        const { isIdempotent, isReadOnly = false } = entry;
        if (call !== undefined) call.started = { isIdempotent, isReadOnly };
        break;
      }
      case 'settled': {
        const call = calls.get(keyOf(entry));
        const { outcome, isError, content, newMessages, record } = entry;
        if (call !== undefined) {
          call.isDeferred = false;
          call.settled = { outcome, detail: getOwn(record, 'outcome'), isError, content, newMessages };
        }
        break;
      }
      case 'deferred': {
        const call = calls.get(keyOf(entry));
        if (call === undefined || call.settled !== undefined) break;
        call.isDeferred = true;
        call.seen ??= entry.seen;
        break;
      }
      case 'suspended': {
        const call = calls.get(keyOf(entry));
        if (call === undefined || call.settled !== undefined) break;
        const { requestId, request } = entry;
        call.isDeferred = true;
        call.seen ??= entry.seen;
        if (call.ask?.requestId !== requestId) call.ask = { requestId, request, answer: undefined };
        break;
      }
      case 'answered': {
        const call = calls.get(keyOf(entry));
        if (call?.ask === undefined || call.ask.requestId !== entry.requestId) break;
        const { behavior, feedback } = entry;
        call.ask = { ...call.ask, answer: call.ask.answer ?? { behavior, feedback } };
        break;
      }
      case 'replaced': {
        const call = calls.get(keyOf(entry));
        if (call !== undefined) call.replacement ??= entry.content;
        break;
      }
      case 'message': {
        const message = messageOf(entry.messageId);
        message.isComplete = true;
        message.additionalContext ??= entry.additionalContext;
        break;
      }
      case 'discarded':
        messageOf(entry.messageId).isDiscarded = true;
        break;
      case 'note':
        messageOf(entry.messageId).note = entry.text;
        break;
      case 'session':
      case 'user':
      case 'block':
      case 'assistant':
      case 'compacted':
      case 'asked':
      case 'hook':
      case 'hook-summary':
      case 'interrupt':
      case 'wrote':
      case 'undone':
      case 'permission':
      case 'tools-loaded':
      case 'tools-listed':
      case 'agent-began':
      case 'agent-ended':
      case 'agent-plan-approved':
      case 'agent-message':
      case 'agent-messages-read':
        break;
      default:
        entry satisfies never;
    }
  }
  return [...messages.values()].filter(({ calls }) => calls.length > 0);
}

function keyOf({ messageId, callId }: { readonly messageId: string; readonly callId: string }): string {
  return JSON.stringify([messageId, callId]);
}
