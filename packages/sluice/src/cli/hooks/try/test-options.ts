import { readFileSync } from 'node:fs';
import { errorText } from '@sluice/base';
import { isJsonObject, type AnyTool, type JsonObject } from '@sluice/core';
import { readCallInput } from '../../call-input.ts';

export type Given<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** An option's text; `@FILE` reads it from a file. */
function givenText(option: string, text: string): Given<string> {
  if (!text.startsWith('@')) return { ok: true, value: text };
  try {
    return { ok: true, value: readFileSync(text.slice(1), 'utf8') };
  } catch (error) {
    const message = errorText(error);
    return { ok: false, message: `${option} ${text}: ${message}` };
  }
}

/** The input of the sample call. */
export function givenInput(tool: AnyTool, text: string | undefined): Given<JsonObject> {
  if (text === undefined) return { ok: true, value: {} };
  const given = givenText('--input', text);
  if (!given.ok) return given;
  const read = readCallInput(tool, given.value.trimEnd());
  return read.kind === 'wrong'
    ? { ok: false, message: `--input: ${read.message}` }
    : { ok: true, value: read.json };
}

/** Fields of the sample event. */
export function givenFields(text: string | undefined): Given<JsonObject> {
  if (text === undefined) return { ok: true, value: {} };
  const given = givenText('--input', text);
  if (!given.ok) return given;
  const wrong = {
    ok: false,
    message: '--input is not a JSON object with fields of the event',
  } as const;
  try {
    const json: unknown = JSON.parse(given.value);
    return isJsonObject(json) ? { ok: true, value: json } : wrong;
  } catch {
    return wrong;
  }
}

/** Output of the sample call: parsed if it is JSON, otherwise text. */
export function givenOutput(text: string | undefined): Given<unknown> {
  if (text === undefined) return { ok: true, value: undefined };
  const given = givenText('--output', text);
  if (!given.ok) return given;
  try {
    return { ok: true, value: JSON.parse(given.value) };
  } catch {
    return { ok: true, value: given.value };
  }
}
