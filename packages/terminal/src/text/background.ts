export type Background = 'light' | 'dark';

/** Asks a terminal for the color of its background (OSC 11). */
export const BACKGROUND_QUESTION = '\u001b]11;?\u001b\\';

/* oxlint-disable no-control-regex -- these are the terminal's own sequences */
const REPLY =
  /^\u001b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?(?:\u0007|\u001b\\)?$/i;
/* oxlint-enable no-control-regex */
/** Of how bright red, green and blue are to an eye. */
const WEIGHTS = [0.299, 0.587, 0.114];

/** What a terminal answers to `BACKGROUND_QUESTION`. Undefined: this is something else. */
export function backgroundReply(data: string): Background | undefined {
  const channels = REPLY.exec(data)?.slice(1, 4);
  if (channels === undefined) return undefined;
  // A channel has 1 to 4 hexadecimal digits.
  const light = channels.map((digits, at) => {
    return ((WEIGHTS[at] ?? 0) * Number.parseInt(digits, 16)) / (16 ** digits.length - 1);
  });
  return light.reduce((sum, part) => sum + part, 0) > 0.5 ? 'light' : 'dark';
}

/**
 * What `COLORFGBG` says of the terminal's background: `0;15`, the numbers of the colors of text and background. Undefined: nothing.
 */
export function backgroundOf(env: Readonly<Record<string, string | undefined>>): Background | undefined {
  const color = /(?:^|;)(\d{1,2})$/.exec(env['COLORFGBG'] ?? '')?.[1];
  if (color === undefined) return undefined;
  const number = Number(color);
  return number === 7 || (number >= 9 && number <= 15) ? 'light' : 'dark';
}
