import { CHARACTERS_PER_TOKEN, type ModelMessage, type ModelRequest } from '@sluice/core';
import type { AgentOptions } from '../agent-options.ts';
import type { Interruption } from '../interruption.ts';
import { roughTokens } from './rough-tokens.ts';
import { contextTokens } from './token-usage.ts';
import type { WindowFill } from './window-fill.ts';

interface ReservingScope extends Pick<AgentOptions, 'budget' | 'provider' | 'conversation'> {
  readonly fill: WindowFill;
  readonly interruption: Interruption;
}

/** The share of a budget that an agent holds for its next request, while other agents spend from the same budget. */
export class Reservation {
  readonly #scope: ReservingScope;
  #end: (() => void) | undefined;

  constructor(scope: ReservingScope) {
    this.#scope = scope;
  }

  /** Waits until there is room. False: the budget has been used up. */
  async take({ system, tools }: Pick<ModelRequest, 'system' | 'tools'>): Promise<boolean> {
    this.release();
    const { budget, provider, conversation, fill, interruption } = this.#scope;
    if (budget?.reserve === undefined) return true;
    const { messages } = conversation;
    const last = messages.at(-1);
    const around = system.join('').length + JSON.stringify(tools).length;
    const input =
      fill.usage === undefined
        ? sumOf(messages) + around / CHARACTERS_PER_TOKEN
        : contextTokens(fill.usage) + (last?.role === 'user' ? roughTokens(last) : 0);
    this.#end = await budget.reserve({ input, output: provider.maxOutputTokens }, interruption.signal);
    return this.#end !== undefined;
  }

  /** What the request has cost is counted. May be called again. */
  release(): void {
    this.#end?.();
    this.#end = undefined;
  }
}

function sumOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + roughTokens(message), 0);
}
