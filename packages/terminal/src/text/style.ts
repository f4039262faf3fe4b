import type { Background } from './background.ts';

/**
 * Default colors and the 16 named ones only: each terminal has its own for these. In many, green, yellow and cyan are weak on a light
 * background, and red on a dark one.
 */
export const CODES = {
  dark: { good: 32, bad: 91, refused: 33, quiet: 2, strong: 1, accent: 36 },
  light: { good: 34, bad: 31, refused: 31, quiet: 2, strong: 1, accent: 35 },
} as const satisfies Readonly<Record<Background, Readonly<Record<string, number>>>>;

export type StyleName = keyof (typeof CODES)['dark'];

/** Styles a text, or leaves it alone where colors are off. Styles don't nest. */
export type Style = (name: StyleName, text: string) => string;

export function createStyle(hasColor: boolean, background: Background = 'dark'): Style {
  const codes = CODES[background];
  return (name, text) => (hasColor && text !== '' ? `\u001b[${codes[name]}m${text}\u001b[0m` : text);
}
