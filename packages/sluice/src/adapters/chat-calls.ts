import type { ToolCall } from '@sluice/core';

interface Growing {
  id: string;
  name: string;
  args: string;
}

/** Reasons at which the model itself has ended its calls; others cut them off. */
const COMPLETE = new Set<unknown>(['tool_calls', 'function_call', 'stop']);

/**
 * Calls in the chunks of a Chat Completions stream. A call is complete when the next one begins, or when the model says that it has
 * finished. Some servers announce all calls before their inputs: such calls are complete only at the finish.
 */
export class ChatCalls {
  /** By index, without those that were returned. */
  readonly #calls = new Map<number, Growing>();
  /** Calls of tools that the SDK doesn't run. */
  readonly #ignored = new Set<number>();
  #last = -1;

  /** Returns the calls that are complete with this chunk, in order. */
  add(chunk: object): readonly ToolCall[] {
    const choices = own(chunk, 'choices');
    const choice = Array.isArray(choices) ? choices.find((one) => own(one, 'index') === 0) : undefined;
    const pieces = own(own(choice, 'delta'), 'tool_calls');
    const found: ToolCall[] = [];
    for (const piece of Array.isArray(pieces) ? pieces : []) found.push(...this.#piece(piece));
    return COMPLETE.has(own(choice, 'finish_reason')) ? [...found, ...this.#rest()] : found;
  }

  #piece(piece: unknown): readonly ToolCall[] {
    const index = own(piece, 'index');
    if (typeof index !== 'number' || this.#ignored.has(index)) return [];
    if (own(piece, 'type') === 'custom') {
      this.#ignored.add(index);
      return [];
    }
    const ended = index > this.#last ? this.#ended() : [];
    this.#last = Math.max(this.#last, index);
    const call = this.#calls.get(index) ?? { id: '', name: '', args: '' };
    this.#calls.set(index, call);
    const work = own(piece, 'function');
    call.id ||= text(own(piece, 'id'));
    call.name += text(own(work, 'name'));
    call.args += text(own(work, 'arguments'));
    return ended;
  }

  /** Up to the first one whose input is still to come: their order decides what runs side by side. */
  #ended(): readonly ToolCall[] {
    const ended: ToolCall[] = [];
    for (const [index, call] of this.#calls) {
      // Some servers send an empty input before the real one.
      const whole = call.args === '{}' ? undefined : wholeCall(call);
      if (whole === undefined) break;
      this.#calls.delete(index);
      ended.push(whole);
    }
    return ended;
  }

  #rest(): readonly ToolCall[] {
    // The SDK itself answers the model about an input that is not JSON.
    const rest = [...this.#calls.values()].flatMap((call) => wholeCall(call) ?? []);
    this.#calls.clear();
    return rest;
  }
}

function wholeCall({ id, name, args }: Growing): ToolCall | undefined {
  if (id === '' || name === '') return undefined;
  try {
    const input: unknown = JSON.parse(args.startsWith('{}{') ? args.slice(2) : args);
    return typeof input === 'object' && input !== null && !Array.isArray(input)
      ? { id, name, input }
      : undefined;
  } catch {
    return undefined;
  }
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
