export type Tone = 'good' | 'bad' | 'refused' | 'quiet' | 'plain';

/** Puts a text in a tone's color, or leaves it as it is. */
export type Palette = (tone: Tone, text: string) => string;

const CODES: Readonly<Record<Exclude<Tone, 'plain'>, number>> = { good: 32, bad: 31, refused: 33, quiet: 2 };

export function createPalette(hasColor: boolean): Palette {
  return (tone, text) =>
    hasColor && tone !== 'plain' && text !== '' ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text;
}

/** Color only on a terminal, and not where NO_COLOR (no-color.org) is set and not empty. */
export function wantsColor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}
