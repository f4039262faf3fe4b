import { getOwn, isJsonObject } from '@sluice/core';
import type { TraceTurn } from '../data/trace-data.ts';
import type { AgentOptions, Entry, Mutable } from './agent-options.ts';

export interface OpenTurn extends Mutable<Omit<TraceTurn, 'text' | 'thinking'>> {
  readonly texts: string[];
  readonly thoughts: string[];
}

/** The turns of an agent's model, as the lines of a journal fill them. */
export class OpenTurns {
  readonly #options: AgentOptions;
  readonly #push: (turn: OpenTurn) => void;
  readonly #turns = new Map<string, OpenTurn>();

  /** @param push takes each new turn */
  constructor(options: AgentOptions, push: (turn: OpenTurn) => void) {
    this.#options = options;
    this.#push = push;
  }

  /** @param asked when the last line came after which a model is asked; 0: there was none */
  of(messageId: string, time: number, asked: number): OpenTurn {
    const known = this.#turns.get(messageId);
    if (known !== undefined) return known;
    const turn: OpenTurn = {
      id: `${this.#options.agent}/m:${this.#options.texts.line(messageId)}`,
      agent: this.#options.agent,
      start: asked === 0 ? time : Math.min(asked, time),
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
    this.#push(turn);
    return turn;
  }

  block({ messageId, content, time }: Entry<'block'>, asked: number): void {
    const turn = this.of(messageId, time, asked);
    const block = this.#options.texts.value(content);
    const isThought = isJsonObject(block) && String(getOwn(block, 'type')).includes('thinking');
    (isThought ? turn.thoughts : turn.texts).push(this.#options.texts.content(content));
  }

  assistant({ messageId, model, stopReason, usage, isCut, time }: Entry<'assistant'>, asked: number): void {
    const turn = this.of(messageId, time, asked);
    const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
    const used = {
      input: inputTokens,
      output: outputTokens,
      cacheRead: cacheReadTokens,
      cacheWrite: cacheWriteTokens,
    };
    turn.end = time;
    turn.model = this.#options.texts.line(model);
    turn.stopReason = this.#options.texts.line(stopReason);
    turn.usage = used;
    turn.costUsd = this.#options.costOf(used, model);
    turn.isCut = isCut === true;
  }

  discard(messageId: string): void {
    const turn = this.#turns.get(messageId);
    if (turn !== undefined) turn.isDiscarded = true;
  }
}
