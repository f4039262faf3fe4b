/** What a value may look like. */
export type Shape =
  | { readonly kind: 'boolean' | 'text' | 'object' | 'anything' }
  | { readonly kind: 'number'; readonly least: number; readonly max?: number }
  | { readonly kind: 'one-of'; readonly words: readonly string[] }
  /** A key of the keyboard, as `ctrl+x`, or `off`. */
  | { readonly kind: 'key' }
  /** A permission rule. */
  | { readonly kind: 'rule' }
  /** A valid environment variable value: numbers and booleans are converted to text. */
  | { readonly kind: 'variable' }
  /** An entry of the lists of allowed and denied MCP servers. */
  | { readonly kind: 'server-match' }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape; readonly isName: (name: string) => boolean };

export const BOOLEAN = { kind: 'boolean' } as const satisfies Shape;
export const TEXT = { kind: 'text' } as const satisfies Shape;
export const OBJECT = { kind: 'object' } as const satisfies Shape;
export const ANYTHING = { kind: 'anything' } as const satisfies Shape;
export const TEXTS = { kind: 'list', of: TEXT } as const satisfies Shape;
export const OBJECTS = { kind: 'list', of: OBJECT } as const satisfies Shape;
export const SERVER_MATCHES = { kind: 'list', of: { kind: 'server-match' } } as const satisfies Shape;
