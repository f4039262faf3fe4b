import { getOwn, isJsonObject, type JournalEntry, type JsonObject } from '@sluice/core';
import type {
  TraceCall,
  TraceFile,
  TraceHookRun,
  TraceItem,
  TraceTurn,
  TraceUsage,
} from '../data/trace-data.ts';
import { readDecision } from './decision.ts';
import { readStages, readWaits } from './stages.ts';
import { inputSummary } from './summary.ts';
import type { Texts } from './texts.ts';
import { outcomeReason } from './why.ts';

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
type Entry<Type extends JournalEntry['type']> = Extract<JournalEntry, { type: Type }>;

interface OpenTurn extends Mutable<Omit<TraceTurn, 'text' | 'thinking'>> {
  readonly texts: string[];
  readonly thoughts: string[];
}

interface OpenCall extends Mutable<TraceCall> {
  hooks: TraceHookRun[];
  files: TraceFile[];
  notes: string[];
}

export interface AgentOptions {
  readonly agent: string;
  readonly texts: Texts;
  /** A process is still writing the journal: calls without a result are running. */
  readonly isRunning: boolean;
  readonly costOf: (usage: TraceUsage, model: string) => number | undefined;
}

/** The items of one agent's journal, in its order. */
export function collectAgent(entries: readonly JournalEntry[], options: AgentOptions): readonly TraceItem[] {
  const collector = new AgentCollector(options);
  for (const entry of entries) collector.add(entry);
  return collector.finish();
}

class AgentCollector {
  readonly #options: AgentOptions;
  readonly #texts: Texts;
  readonly #items: (TraceItem | OpenTurn)[] = [];
  readonly #turns = new Map<string, OpenTurn>();
  readonly #calls = new Map<string, OpenCall>();
  /** Calls that were left for a later process. */
  readonly #leftOpen = new Set<OpenCall>();
  /** Their input was changed. */
  readonly #changed = new Set<string>();
  /** When the last line came after which a model is asked. */
  #asked = 0;
  #number = 0;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#texts = options.texts;
  }

  add(entry: JournalEntry): void {
    switch (entry.type) {
      case 'user':
        this.#items.push({
          ...this.#base('p', entry),
          kind: 'prompt',
          origin: entry.origin,
          text: this.#texts.content(entry.content),
        });
        this.#asked = entry.time;
        return;
      case 'block':
        return this.#block(entry);
      case 'assistant':
        return this.#assistant(entry);
      case 'received':
        return this.#received(entry);
      case 'changed':
        return this.#inputChanged(entry);
      case 'started': {
        const call = this.#callOf(entry);
        if (call?.outcome === 'waiting') call.outcome = 'running';
        return;
      }
      case 'settled':
        return this.#settled(entry);
      case 'deferred':
        return this.#leaveOpen(entry, 'It was left open until the session is resumed.');
      case 'suspended':
        return this.#leaveOpen(entry, `It was suspended until someone answers ${entry.requestId}.`);
      case 'answered':
        this.#callOf(entry)?.notes.push(
          `${entry.requestId} was answered: ${entry.behavior === 'allow' ? 'yes' : 'no'}.`,
        );
        return;
      case 'asked':
        return this.#event(entry, 'Asked the user', `About the call ${entry.callId} of ${entry.name}.`);
      case 'replaced':
        this.#callOf(entry)?.notes.push('The model later saw a shorter result in its place.');
        return;
      case 'wrote':
        this.#callOf(entry)?.files.push({
          path: this.#texts.line(entry.path),
          what: entry.before === null ? 'created' : 'changed',
        });
        return;
      case 'undone':
        this.#callOf(entry)?.files.push({ path: this.#texts.line(entry.path), what: 'undone' });
        return;
      case 'hook':
        return this.#hook(entry);
      case 'hook-summary':
        for (const error of entry.errors) this.#event(entry, `${entry.event} hook failed`, error);
        if (entry.preventedContinuation)
          this.#event(entry, `${entry.event} hook`, entry.reason ?? 'It ended the work.');
        return;
      case 'message':
        this.#asked = entry.time;
        return;
      case 'compacted':
        this.#items.push({
          ...this.#base('e', entry),
          kind: 'event',
          label: entry.trigger === 'auto' ? 'Summarized automatically' : 'Summarized',
          text: this.#texts.content(entry.summary),
        });
        return;
      case 'interrupt':
        return entry.reason === 'shutdown'
          ? this.#event(entry, 'Program ended', 'Calls were still open.')
          : this.#event(entry, 'Interrupted', entry.message ?? entry.reason);
      case 'discarded': {
        const turn = this.#turns.get(entry.messageId);
        if (turn !== undefined) turn.isDiscarded = true;
        return this.#event(
          entry,
          'Retracted',
          'The stream of the model broke off; the message was retracted.',
        );
      }
      case 'note':
        return this.#event(entry, 'Note for the model', entry.text);
      case 'permission':
        return this.#permission(entry);
      case 'tools-loaded':
        return this.#event(entry, 'Tools loaded', entry.names.join(', '));
      case 'session':
      case 'tools-listed':
      case 'agent-began':
      case 'agent-ended':
      case 'agent-plan-approved':
      case 'agent-message':
      case 'agent-messages-read':
        return;
      default:
        entry satisfies never;
    }
  }

  finish(): readonly TraceItem[] {
    const { isRunning } = this.#options;
    for (const call of this.#calls.values()) {
      if (call.end === undefined && !isRunning)
        call.outcome = call.outcome === 'waiting' && this.#leftOpen.has(call) ? 'left-open' : 'lost';
    }
    return this.#items.map((item) => {
      if (!('texts' in item)) return item;
      const { texts, thoughts, ...turn } = item;
      return { ...turn, text: texts.join('\n'), thinking: thoughts.join('\n') };
    });
  }

  #leaveOpen(entry: Entry<'deferred' | 'suspended'>, note: string): void {
    const call = this.#callOf(entry);
    if (call === undefined) return;
    call.notes.push(note);
    this.#leftOpen.add(call);
  }

  #base(prefix: string, { time }: { readonly time: number }) {
    this.#number += 1;
    const { agent } = this.#options;
    return { id: `${agent}/${prefix}${this.#number}`, agent, start: time };
  }

  #event(entry: { readonly time: number }, label: string, text: string): void {
    this.#items.push({ ...this.#base('e', entry), kind: 'event', label, text: this.#texts.block(text) });
  }

  #mode: string | undefined;

  #permission(entry: Entry<'permission'>): void {
    const state = this.#texts.value(entry.state);
    const mode = isJsonObject(state) ? getOwn(state, 'mode') : undefined;
    if (typeof mode !== 'string' || mode === this.#mode) return;
    if (this.#mode !== undefined) this.#event(entry, 'Permission mode', mode);
    this.#mode = mode;
  }

  #turnOf(messageId: string, time: number): OpenTurn {
    const known = this.#turns.get(messageId);
    if (known !== undefined) return known;
    const turn: OpenTurn = {
      id: `${this.#options.agent}/m:${this.#texts.line(messageId)}`,
      agent: this.#options.agent,
      start: this.#asked === 0 ? time : Math.min(this.#asked, time),
      kind: 'turn',
      end: undefined,
      model: '',
      stopReason: '',
      usage: undefined,
      costUsd: undefined,
      isCut: false,
      isDiscarded: false,
      texts: [],
      thoughts: [],
    };
    this.#turns.set(messageId, turn);
    this.#items.push(turn);
    return turn;
  }

  #block({ messageId, content, time }: Entry<'block'>): void {
    const turn = this.#turnOf(messageId, time);
    const block = this.#texts.value(content);
    const isThought = isJsonObject(block) && String(getOwn(block, 'type')).includes('thinking');
    (isThought ? turn.thoughts : turn.texts).push(this.#texts.content(content));
  }

  #assistant({ messageId, model, stopReason, usage, isCut, time }: Entry<'assistant'>): void {
    const turn = this.#turnOf(messageId, time);
    const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
    const used = {
      input: inputTokens,
      output: outputTokens,
      cacheRead: cacheReadTokens,
      cacheWrite: cacheWriteTokens,
    };
    turn.end = time;
    turn.model = this.#texts.line(model);
    turn.stopReason = this.#texts.line(stopReason);
    turn.usage = used;
    turn.costUsd = this.#options.costOf(used, model);
    turn.isCut = isCut === true;
  }

  #callId(messageId: string, callId: string): string {
    return `${this.#options.agent}/c:${this.#texts.line(messageId)}:${this.#texts.line(callId)}`;
  }

  #callOf({
    messageId,
    callId,
  }: {
    readonly messageId: string;
    readonly callId: string;
  }): OpenCall | undefined {
    return this.#calls.get(this.#callId(messageId, callId));
  }

  #received({ messageId, callId, parentCallId, name, input, time }: Entry<'received'>): void {
    const id = this.#callId(messageId, callId);
    // A resumed session may write a call again.
    if (this.#calls.has(id)) return;
    const value = this.#texts.value(input);
    const call: OpenCall = {
      id,
      agent: this.#options.agent,
      start: time,
      kind: 'call',
      end: undefined,
      callId: this.#texts.line(callId),
      turn: this.#turnOf(messageId, time).id,
      parent: parentCallId === undefined ? undefined : this.#callId(messageId, parentCallId),
      name: this.#texts.line(name),
      summary: this.#texts.line(inputSummary(value)),
      stages: [],
      waits: [],
      outcome: 'waiting',
      isError: false,
      why: '',
      attempts: 1,
      decision: undefined,
      hooks: [],
      files: [],
      input: this.#inputText(value) ?? this.#texts.content(input),
      result: '',
      notes: [],
    };
    this.#calls.set(id, call);
    this.#items.push(call);
  }

  #inputChanged(entry: Entry<'changed'>): void {
    const call = this.#callOf(entry);
    if (call === undefined) return;
    const value = this.#texts.value(entry.input);
    const who = entry.by === 'person' ? 'The user' : `The ${entry.by} ${this.#texts.line(entry.name ?? '')}`;
    const before = this.#changed.has(call.id) ? 'Before' : 'The model wrote';
    this.#changed.add(call.id);
    call.notes.push(`${who} changed the input. ${before}: ${call.summary}`);
    call.summary = this.#texts.line(inputSummary(value));
    call.input = this.#inputText(value) ?? this.#texts.content(entry.input);
  }

  #inputText(value: unknown): string | undefined {
    return isJsonObject(value) ? this.#texts.block(JSON.stringify(value, undefined, 2)) : undefined;
  }

  #settled(entry: Entry<'settled'>): void {
    const call = this.#callOf(entry);
    if (call === undefined) return;
    const { record, messageId } = entry;
    call.end = entry.time;
    call.stages = readStages(record);
    // The line of its arrival is written later than it arrived.
    const total = call.stages.reduce((sum, { ms }) => sum + ms, 0);
    call.start = Math.min(call.start, entry.time - total);
    call.waits = readWaits(
      record,
      (callId, of = messageId) => this.#callOf({ messageId: of, callId })?.id,
      this.#texts,
    );
    call.outcome = entry.outcome;
    call.isError = entry.isError;
    call.why = this.#texts.block(outcomeReason(record));
    call.attempts = numberOf(record, 'attempts') ?? 1;
    call.decision = readDecision(record, this.#texts);
    call.result = this.#texts.content(entry.content);
    const name = getOwn(record, 'toolName');
    if (typeof name === 'string' && name !== '') call.name = this.#texts.line(name);
    if (entry.discarded === true)
      call.notes.push('Its message was retracted: the model does not see the result.');
  }

  #hook(entry: Entry<'hook'>): void {
    const { event, hook, place, outcome, durationMs, said } = entry;
    const run: TraceHookRun = {
      event: this.#texts.line(event),
      hook: this.#texts.line(hook),
      place: this.#texts.line(place),
      outcome,
      ms: durationMs,
      said: this.#texts.block(whatItSaid(said)),
    };
    const { messageId, callId } = entry;
    const call =
      messageId === undefined || callId === undefined
        ? this.#callById(callId)
        : this.#callOf({ messageId, callId });
    if (call !== undefined) call.hooks.push(run);
    else this.#items.push({ ...this.#base('h', { time: entry.time - durationMs }), kind: 'hook', ...run });
  }

  /** Hooks about an agent's work name a call without its message. */
  #callById(callId: string | undefined): OpenCall | undefined {
    if (callId === undefined) return undefined;
    return [...this.#calls.values()].findLast((call) => call.callId === callId);
  }
}

function whatItSaid(said: Entry<'hook'>['said']): string {
  const { decision, reason, changesInput, changesOutput, addsContext, stops, allowsRetry } = said;
  const parts = [
    decision,
    changesInput === true ? 'changed the input' : undefined,
    changesOutput === true ? 'changed the output' : undefined,
    addsContext === true ? 'added context' : undefined,
    stops === true ? 'stopped the work' : undefined,
    allowsRetry === true ? 'allowed a retry' : undefined,
  ].filter((part) => part !== undefined);
  return [parts.join(', '), reason].filter((part) => part !== undefined && part !== '').join(': ');
}

function numberOf(record: JsonObject, key: string): number | undefined {
  const value = getOwn(record, key);
  return typeof value === 'number' ? value : undefined;
}
