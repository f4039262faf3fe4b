/** Default colors and the 16 named ones only: they fit light and dark backgrounds. */
const CODES = { good: 32, bad: 31, refused: 33, quiet: 2, strong: 1, accent: 36 } as const;

export type StyleName = keyof typeof CODES;

/** Styles a text, or leaves it alone where colors are off. Styles don't nest. */
export type Style = (name: StyleName, text: string) => string;

export function createStyle(hasColor: boolean): Style {
  return (name, text) => (hasColor && text !== '' ? `\u001b[${CODES[name]}m${text}\u001b[0m` : text);
}
