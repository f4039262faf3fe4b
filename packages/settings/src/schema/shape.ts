/** What a value may look like. */
export type Shape =
  | { readonly kind: 'boolean' | 'text' | 'object' | 'anything' }
  | { readonly kind: 'number'; readonly least: number; readonly most?: number }
  | { readonly kind: 'one-of'; readonly words: readonly string[] }
  /** A permission rule. */
  | { readonly kind: 'rule' }
  /** What the environment of a process can hold: numbers and booleans are written out. */
  | { readonly kind: 'variable' }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape; readonly isName: (name: string) => boolean };

export const BOOLEAN: Shape = { kind: 'boolean' };
export const TEXT: Shape = { kind: 'text' };
export const OBJECT: Shape = { kind: 'object' };
export const ANYTHING: Shape = { kind: 'anything' };
export const TEXTS: Shape = { kind: 'list', of: TEXT };
export const OBJECTS: Shape = { kind: 'list', of: OBJECT };
