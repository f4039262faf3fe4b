import type { AgentEvent } from '@sluice/agent';
import { durationText, sanitize } from '@sluice/core';
import { columns, columnsWidth, type Style } from '@sluice/terminal';
import { MAX_STREAM_RETRIES } from '../../print/output/retry-notes.ts';
import { retryText } from '../../print/output/retry-text.ts';

type State =
  | { readonly kind: 'waiting' | 'thinking'; readonly since: number }
  | { readonly kind: 'call'; readonly name: string; readonly since: number }
  | { readonly kind: 'retrying'; readonly retry: Retry; readonly until: number };

type Retry = Parameters<typeof retryText>[0];

/** Of what the model thinks, the end is kept. */
const MAX_THOUGHT = 400;

/** Cells kept for the time, lest the row grows with it. */
const MAX_TIME = 8;

/** What the model is doing while nothing of its answer can be seen: a row for the person who waits. */
export class ModelActivity {
  readonly #now: () => number;
  #state: State | undefined;
  #thought = '';

  constructor(now: () => number) {
    this.#now = now;
  }

  take(event: AgentEvent): void {
    switch (event.type) {
      case 'transition':
        this.#state = { kind: 'waiting', since: this.#now() };
        break;
      case 'model':
        this.#model(event.event);
        break;
      case 'retracted':
        this.#retry({ ...event, maxRetries: MAX_STREAM_RETRIES });
        break;
      case 'assistant':
      case 'result':
        this.#state = undefined;
        break;
      default:
    }
  }

  /** Undefined: the model isn't waited for, or its answer can be seen. */
  row(style: Style, width: number): string | undefined {
    const state = this.#state;
    if (state === undefined) return undefined;
    const now = this.#now();
    if (state.kind === 'retrying' && now < state.until) {
      const seconds = Math.ceil((state.until - now) / 1000) * 1000;
      return columns(
        `  ${style('refused', '⠿')} ${retryText({ ...state.retry, delayMs: seconds })}`,
        '',
        width,
      );
    }
    const since = state.kind === 'retrying' ? state.until : state.since;
    const seconds = Math.floor((now - since) / 1000);
    const time = seconds === 0 ? '' : durationText(seconds * 1000);
    const left = `  ${style('accent', '⠿')} ${style('quiet', this.#says(state))}`;
    return columns(left, style('quiet', time), columnsWidth([[left, time.padStart(MAX_TIME)]], width));
  }

  #says(state: State): string {
    switch (state.kind) {
      // The time until the next attempt is over.
      case 'retrying':
      case 'waiting':
        return 'waiting for the model';
      case 'call':
        return `writing a call: ${sanitize(state.name)}`;
      case 'thinking': {
        const last = this.#thought.trimEnd().split('\n').at(-1) ?? '';
        return last === '' ? 'thinking' : `thinking: ${sanitize(last)}`;
      }
      default:
        return state satisfies never;
    }
  }

  #model(event: Extract<AgentEvent, { type: 'model' }>['event']): void {
    switch (event.type) {
      case 'retry':
        this.#retry(event);
        break;
      case 'message-start':
        if (this.#state?.kind === 'retrying') this.#state = { kind: 'waiting', since: this.#now() };
        break;
      case 'block-start':
        this.#thought = '';
        this.#state = this.#stateOf(event.block);
        break;
      case 'block-delta':
        if (event.delta.type === 'thinking')
          this.#thought = `${this.#thought}${event.delta.text}`.slice(-MAX_THOUGHT);
        break;
      case 'block-stop':
        this.#state = { kind: 'waiting', since: this.#now() };
        break;
      case 'message-end':
      case 'failed':
        this.#state = undefined;
        break;
      default:
    }
  }

  /** Undefined: it can be seen while it comes. */
  #stateOf(block: Extract<ModelPart, { type: 'block-start' }>['block']): State | undefined {
    const since = this.#now();
    if (block.type === 'tool_use') return { kind: 'call', name: block.name, since };
    if (block.type === 'text') return undefined;
    return { kind: block.kind === 'thinking' ? 'thinking' : 'waiting', since };
  }

  #retry(retry: Retry): void {
    this.#state = { kind: 'retrying', retry, until: this.#now() + retry.delayMs };
  }
}

type ModelPart = Extract<AgentEvent, { type: 'model' }>['event'];
