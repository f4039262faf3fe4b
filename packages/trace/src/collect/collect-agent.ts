import { getOwn, isJsonObject, type JournalEntry } from '@sluice/core';
import type { TraceItem } from '../data/trace-data.ts';
import type { Texts } from './texts.ts';
import type { AgentOptions, Entry } from './agent-options.ts';
import { readHookRun } from './hook-run.ts';
import { OpenCalls } from './open-calls.ts';
import { OpenTurns, type OpenTurn } from './open-turns.ts';

/** The items of one agent's journal, in its order. */
export function collectAgent(entries: readonly JournalEntry[], options: AgentOptions): readonly TraceItem[] {
  const collector = new AgentCollector(options);
  for (const entry of entries) collector.add(entry);
  return collector.finish();
}

class AgentCollector {
  readonly #agent: string;
  readonly #texts: Texts;
  readonly #items: (TraceItem | OpenTurn)[] = [];
  readonly #turns: OpenTurns;
  readonly #calls: OpenCalls;
  /** When the last line came after which a model is asked. */
  #asked = 0;
  #number = 0;

  constructor(options: AgentOptions) {
    this.#agent = options.agent;
    this.#texts = options.texts;
    this.#turns = new OpenTurns(options, (turn) => this.#items.push(turn));
    this.#calls = new OpenCalls(options, (call) => this.#items.push(call));
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
        return this.#turns.block(entry, this.#asked);
      case 'assistant':
        return this.#turns.assistant(entry, this.#asked);
      case 'received':
        return this.#calls.received(entry, () => this.#turns.of(entry.messageId, entry.time, this.#asked).id);
      case 'changed':
        return this.#calls.inputChanged(entry);
      case 'started': {
        const call = this.#calls.of(entry);
        if (call?.outcome === 'waiting') call.outcome = 'running';
        return;
      }
      case 'settled':
        return this.#calls.settled(entry);
      case 'deferred':
        return this.#calls.leaveOpen(entry, 'It was left open until the session is resumed.');
      case 'suspended':
        return this.#calls.leaveOpen(entry, `It was suspended until someone answers ${entry.requestId}.`);
      case 'answered':
        this.#calls
          .of(entry)
          ?.notes.push(`${entry.requestId} was answered: ${entry.behavior === 'allow' ? 'yes' : 'no'}.`);
        return;
      case 'asked':
        return this.#event(entry, 'Asked the user', `About the call ${entry.callId} of ${entry.name}.`);
      case 'replaced':
        this.#calls.of(entry)?.notes.push('The model later saw a shorter result in its place.');
        return;
      case 'wrote':
        this.#calls.of(entry)?.files.push({
          path: this.#texts.line(entry.path),
          what: entry.before === null ? 'created' : 'changed',
        });
        return;
      case 'undone':
        this.#calls.of(entry)?.files.push({ path: this.#texts.line(entry.path), what: 'undone' });
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
        this.#turns.discard(entry.messageId);
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
    this.#calls.finish();
    return this.#items.map((item) => {
      if (!('texts' in item)) return item;
      const { texts, thoughts, ...turn } = item;
      return { ...turn, text: texts.join('\n'), thinking: thoughts.join('\n') };
    });
  }

  #base(prefix: string, { time }: { readonly time: number }) {
    this.#number += 1;
    const agent = this.#agent;
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

  #hook(entry: Entry<'hook'>): void {
    const run = readHookRun(entry, this.#texts);
    const call = this.#calls.ofHook(entry);
    if (call !== undefined) call.hooks.push(run);
    else
      this.#items.push({ ...this.#base('h', { time: entry.time - entry.durationMs }), kind: 'hook', ...run });
  }
}
