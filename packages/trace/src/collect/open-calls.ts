import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { TraceCall, TraceFile, TraceHookRun } from '../data/trace-data.ts';
import type { AgentOptions, Entry, Mutable } from './agent-options.ts';
import { readDecision } from './decision.ts';
import { readStages, readWaits } from './stages.ts';
import { inputSummary } from './summary.ts';
import { outcomeReason } from './why.ts';

interface OpenCall extends Mutable<TraceCall> {
  hooks: TraceHookRun[];
  files: TraceFile[];
  notes: string[];
}

/** The calls of an agent, as the lines of a journal fill them. */
export class OpenCalls {
  readonly #options: AgentOptions;
  readonly #push: (call: OpenCall) => void;
  readonly #calls = new Map<string, OpenCall>();
  /** Calls that were left for a later process. */
  readonly #leftOpen = new Set<OpenCall>();
  /** Their input was changed. */
  readonly #changed = new Set<string>();

  /** @param push takes each new call */
  constructor(options: AgentOptions, push: (call: OpenCall) => void) {
    this.#options = options;
    this.#push = push;
  }

  /** The call that a line is about. Undefined: none is known. */
  of({ messageId, callId }: { readonly messageId: string; readonly callId: string }): OpenCall | undefined {
    return this.#calls.get(this.#callId(messageId, callId));
  }

  /** The call that a hook ran for. Hooks about an agent's work name one without its message. */
  ofHook({ messageId, callId }: Pick<Entry<'hook'>, 'messageId' | 'callId'>): OpenCall | undefined {
    if (callId === undefined) return undefined;
    return messageId === undefined
      ? [...this.#calls.values()].findLast((call) => call.callId === callId)
      : this.of({ messageId, callId });
  }

  /** @param turnId the id of the turn that its message belongs to */
  received(
    { messageId, callId, parentCallId, name, input, time }: Entry<'received'>,
    turnId: () => string,
  ): void {
    const id = this.#callId(messageId, callId);
    // A resumed session may write a call again.
    if (this.#calls.has(id)) return;
    const value = this.#options.texts.value(input);
    const call: OpenCall = {
      id,
      agent: this.#options.agent,
      start: time,
      kind: 'call',
      end: undefined,
      callId: this.#options.texts.line(callId),
      turn: turnId(),
      parent: parentCallId === undefined ? undefined : this.#callId(messageId, parentCallId),
      name: this.#options.texts.line(name),
      summary: this.#options.texts.line(inputSummary(value)),
      stages: [],
      waits: [],
      outcome: 'waiting',
      isError: false,
      why: '',
      attempts: 1,
      decision: undefined,
      hooks: [],
      files: [],
      input: this.#inputText(value) ?? this.#options.texts.content(input),
      result: '',
      notes: [],
    };
    this.#calls.set(id, call);
    this.#push(call);
  }

  inputChanged(entry: Entry<'changed'>): void {
    const call = this.of(entry);
    if (call === undefined) return;
    const value = this.#options.texts.value(entry.input);
    const who =
      entry.by === 'person' ? 'The user' : `The ${entry.by} ${this.#options.texts.line(entry.name ?? '')}`;
    const before = this.#changed.has(call.id) ? 'Before' : 'The model wrote';
    this.#changed.add(call.id);
    call.notes.push(`${who} changed the input. ${before}: ${call.summary}`);
    call.summary = this.#options.texts.line(inputSummary(value));
    call.input = this.#inputText(value) ?? this.#options.texts.content(entry.input);
  }

  settled(entry: Entry<'settled'>): void {
    const call = this.of(entry);
    if (call === undefined) return;
    const { record, messageId } = entry;
    call.end = entry.time;
    call.stages = readStages(record);
    // The line of its arrival is written later than it arrived.
    const total = call.stages.reduce((sum, { ms }) => sum + ms, 0);
    call.start = Math.min(call.start, entry.time - total);
    call.waits = readWaits(
      record,
      (callId, of = messageId) => this.of({ messageId: of, callId })?.id,
      this.#options.texts,
    );
    call.outcome = entry.outcome;
    call.isError = entry.isError;
    call.why = this.#options.texts.block(outcomeReason(record));
    call.attempts = numberOf(record, 'attempts') ?? 1;
    call.decision = readDecision(record, this.#options.texts);
    call.result = this.#options.texts.content(entry.content);
    const name = getOwn(record, 'toolName');
    if (typeof name === 'string' && name !== '') call.name = this.#options.texts.line(name);
    if (entry.discarded === true)
      call.notes.push('Its message was retracted: the model does not see the result.');
  }

  leaveOpen(entry: Entry<'deferred' | 'suspended'>, note: string): void {
    const call = this.of(entry);
    if (call === undefined) return;
    call.notes.push(note);
    this.#leftOpen.add(call);
  }

  /** There are no more lines. */
  finish(): void {
    const { isRunning } = this.#options;
    for (const call of this.#calls.values()) {
      if (call.end === undefined && !isRunning)
        call.outcome = call.outcome === 'waiting' && this.#leftOpen.has(call) ? 'left-open' : 'lost';
    }
  }

  #callId(messageId: string, callId: string): string {
    return `${this.#options.agent}/c:${this.#options.texts.line(messageId)}:${this.#options.texts.line(callId)}`;
  }

  #inputText(value: unknown): string | undefined {
    return isJsonObject(value) ? this.#options.texts.block(JSON.stringify(value, undefined, 2)) : undefined;
  }
}

function numberOf(record: JsonObject, key: string): number | undefined {
  const value = getOwn(record, key);
  return typeof value === 'number' ? value : undefined;
}
