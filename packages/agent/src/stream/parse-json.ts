import { errorText } from '@sluice/base';

/**
 * Parsed JSON, or what is wrong with the text, without positions that would not help a reader of the input.
 */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: string };

export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const fault = errorText(error);
    return { ok: false, fault: fault.replace(/ \(line \d+ column \d+\)$/, '') };
  }
}
