export type Background = 'light' | 'dark';

/**
 * What the terminal says of its background in `COLORFGBG`: `0;15`, the numbers of the colors of text and background. One that says
 * nothing is taken to be dark.
 */
export function backgroundOf(env: Readonly<Record<string, string | undefined>>): Background {
  const color = /(?:^|;)(\d{1,2})$/.exec(env['COLORFGBG'] ?? '')?.[1];
  if (color === undefined) return 'dark';
  const number = Number(color);
  return number === 7 || (number >= 9 && number <= 15) ? 'light' : 'dark';
}
