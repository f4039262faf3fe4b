import type { ToolCall } from '@sluice/core';

/** A piece of a call that a model is writing. */
interface Piece {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** The next piece of the input's JSON text. */
  readonly args?: string | undefined;
}

interface Growing {
  id: string | undefined;
  name: string | undefined;
  args: string;
  /** Open braces and brackets outside strings. */
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
  isWhole: boolean;
}

/** Calls that a model writes piece by piece. A call is whole when its input is one JSON object. */
export class WrittenCalls {
  readonly #calls = new Map<string | number, Growing>();

  /** Returns the call when this piece makes it whole. */
  add(key: string | number, { id, name, args = '' }: Piece): ToolCall | undefined {
    const call = this.#calls.get(key) ?? {
      ...{ id: undefined, name: undefined, args: '' },
      ...{ depth: 0, isInString: false, isEscaped: false, isWhole: false },
    };
    this.#calls.set(key, call);
    call.id = id ?? call.id;
    call.name = name ?? call.name;
    call.args += args;
    if (call.isWhole || !closes(call, args)) return undefined;
    if (call.id === undefined || call.name === undefined) return undefined;
    const input = objectOf(call.args);
    if (input === undefined) return undefined;
    call.isWhole = true;
    return { id: call.id, name: call.name, input };
  }
}

/** Moves on by this text; true if it ends with the end of the outermost object. */
function closes(call: Growing, text: string): boolean {
  let isClosed = false;
  for (const character of text) {
    if (call.isEscaped) call.isEscaped = false;
    else if (call.isInString) {
      if (character === '\\') call.isEscaped = true;
      else if (character === '"') call.isInString = false;
    } else if (character === '"') call.isInString = true;
    else if (character === '{' || character === '[') call.depth += 1;
    else if (character === '}' || character === ']') {
      call.depth -= 1;
      isClosed = call.depth === 0;
    }
  }
  return isClosed;
}

function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
