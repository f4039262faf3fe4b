import { getOwn } from '../data/json.ts';
import type { JournalEntry, JournalText } from '../ports/journal-entry.ts';
import type { SuspendedAnswer } from '../permission/ask/suspended-answer.ts';

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
  const reading = new SessionReading();
  for (const entry of entries) {
    // Nested calls belong to their parent's result.
    if ('parentCallId' in entry && entry.parentCallId !== undefined) continue;
    reading.take(entry);
  }
  return reading.messages;
}

type EntryOf<Type extends JournalEntry['type']> = Extract<JournalEntry, { readonly type: Type }>;

class SessionReading {
  readonly #messages = new Map<string, JournaledMessage>();
  readonly #calls = new Map<string, JournaledCall>();

  /** Those with calls. */
  get messages(): readonly JournaledMessage[] {
    return [...this.#messages.values()].filter(({ calls }) => calls.length > 0);
  }

  take(entry: JournalEntry): void {
    switch (entry.type) {
      case 'received':
        return this.#received(entry);
      case 'started':
        return this.#started(entry);
      case 'settled':
        return this.#settled(entry);
      case 'deferred':
        return this.#deferred(entry);
      case 'suspended':
        return this.#suspended(entry);
      case 'answered':
        return this.#answered(entry);
      case 'replaced':
        return this.#replaced(entry);
      case 'message':
        return this.#ended(entry);
      case 'discarded':
        this.#messageOf(entry).isDiscarded = true;
        return undefined;
      case 'note':
        this.#messageOf(entry).note = entry.text;
        return undefined;
      case 'session':
      case 'user':
      case 'block':
      case 'assistant':
      case 'compacted':
      case 'asked':
      case 'hook':
      case 'hook-summary':
      case 'interrupt':
      case 'changed':
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
        return undefined;
      default:
        return entry satisfies never;
    }
  }

  #received(entry: EntryOf<'received'>): void {
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
    const message = this.#messageOf(entry);
    const before = message.calls.findIndex((other) => other.callId === callId);
    // Fed again with another input, or run again: earlier lines about it no longer count.
    if (before === -1) message.calls.push(call);
    else message.calls[before] = call;
    this.#calls.set(keyOf(entry), call);
  }

  #started(entry: EntryOf<'started'>): void {
    const call = this.#calls.get(keyOf(entry));
    const { isIdempotent, isReadOnly = false } = entry;
    if (call !== undefined) call.started = { isIdempotent, isReadOnly };
  }

  #settled(entry: EntryOf<'settled'>): void {
    const call = this.#calls.get(keyOf(entry));
    if (call === undefined) return;
    const { outcome, isError, content, newMessages, record } = entry;
    call.isDeferred = false;
    call.settled = { outcome, detail: getOwn(record, 'outcome'), isError, content, newMessages };
  }

  #deferred(entry: EntryOf<'deferred'>): void {
    const call = this.#calls.get(keyOf(entry));
    if (call === undefined || call.settled !== undefined) return;
    call.isDeferred = true;
    call.seen ??= entry.seen;
  }

  #suspended(entry: EntryOf<'suspended'>): void {
    const call = this.#calls.get(keyOf(entry));
    if (call === undefined || call.settled !== undefined) return;
    const { requestId, request } = entry;
    call.isDeferred = true;
    call.seen ??= entry.seen;
    if (call.ask?.requestId !== requestId) call.ask = { requestId, request, answer: undefined };
  }

  #answered(entry: EntryOf<'answered'>): void {
    const call = this.#calls.get(keyOf(entry));
    if (call?.ask === undefined || call.ask.requestId !== entry.requestId) return;
    const { behavior, feedback } = entry;
    call.ask = { ...call.ask, answer: call.ask.answer ?? { behavior, feedback } };
  }

  #replaced(entry: EntryOf<'replaced'>): void {
    const call = this.#calls.get(keyOf(entry));
    if (call !== undefined) call.replacement ??= entry.content;
  }

  #ended(entry: EntryOf<'message'>): void {
    const message = this.#messageOf(entry);
    message.isComplete = true;
    message.additionalContext ??= entry.additionalContext;
  }

  #messageOf({ messageId }: { readonly messageId: string }): JournaledMessage {
    const known = this.#messages.get(messageId);
    if (known !== undefined) return known;
    const message: JournaledMessage = {
      messageId,
      calls: [],
      isComplete: false,
      additionalContext: undefined,
      isDiscarded: false,
      note: undefined,
    };
    this.#messages.set(messageId, message);
    return message;
  }
}

function keyOf({ messageId, callId }: { readonly messageId: string; readonly callId: string }): string {
  return JSON.stringify([messageId, callId]);
}
