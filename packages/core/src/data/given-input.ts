/** The input of a call from a program or a decoder: `input`, or `inputText` with the raw JSON. */
export type CallInput =
  | { readonly input: unknown; readonly inputText?: undefined; readonly isUnclosed?: undefined }
  | {
      /** Empty text is `{}`. */
      readonly inputText: string;
      readonly input?: undefined;
      /** The stream ended inside this text: the call is rejected, and still gets its one result. */
      readonly isUnclosed?: boolean;
    };

/** The same, as a discriminated union. */
export type GivenInput =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unclosed'; readonly text: string };

export function givenInput({ input, inputText, isUnclosed }: CallInput): GivenInput {
  if (inputText === undefined) return { kind: 'value', value: input };
  return { kind: isUnclosed === true ? 'unclosed' : 'text', text: inputText };
}
