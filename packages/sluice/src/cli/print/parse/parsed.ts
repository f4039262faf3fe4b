/** A part of the options, or what is wrong with it, for the user. */
export type Parsed<Value> = { readonly ok: true; readonly value: Value } | Invalid;

export interface Invalid {
  readonly ok: false;
  readonly message: string;
}

export function invalid(message: string): Invalid {
  return { ok: false, message };
}
