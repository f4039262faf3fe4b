import { orList } from '@sluice/base';

export type Choice<Value> =
  | { readonly ok: true; readonly value: Value | undefined }
  | { readonly ok: false; readonly message: string };

/** An option's value that must be one of a few words; undefined if the option is missing. */
export function oneOf<const Value extends string>(
  option: string,
  given: string | undefined,
  words: readonly Value[],
): Choice<Value> {
  const value = words.find((word) => word === given);
  if (given === undefined || value !== undefined) return { ok: true, value };
  return { ok: false, message: `${option} is ${orList(words)}; got ${JSON.stringify(given)}` };
}
