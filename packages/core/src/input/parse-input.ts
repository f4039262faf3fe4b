import { errorText } from '@sluice/base';
import { isJsonObject, type JsonObject } from '../data/json.ts';
import type { GivenInput } from '../data/given-input.ts';
import { describeValue } from './describe.ts';

type ParsedInput =
  | { readonly ok: true; readonly input: JsonObject }
  | { readonly ok: false; readonly stage: 'json' | 'unclosed'; readonly message: string };

/** A call runs only if its input is one complete JSON object; empty text is treated as `{}` only if its block was closed. */
export function parseInput(given: GivenInput): ParsedInput {
  if (given.kind === 'unclosed') {
    return {
      ok: false,
      stage: 'unclosed',
      message: `The message was cut off inside the input of this call, after ${given.text.length} characters. It did not run; make the complete call again.`,
    };
  }
  if (given.kind === 'value') return check(given.value, 'The input');
  if (given.text.trim() === '') return { ok: true, input: {} };
  try {
    return check(JSON.parse(given.text), 'The input');
  } catch (error) {
    const reason = errorText(error);
    return {
      ok: false,
      stage: 'json',
      message: `The input is not one complete JSON object: ${reason}. The call did not run; send it again with valid JSON.`,
    };
  }
}

function check(value: unknown, what: string): ParsedInput {
  if (isJsonObject(value)) return { ok: true, input: value };
  return {
    ok: false,
    stage: 'json',
    message: `${what} must be a JSON object with the tool's fields, but is ${describeValue(value)}. The call did not run.`,
  };
}
