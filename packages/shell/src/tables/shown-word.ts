/** A word as a reason names it. */
export function shownWord(value: string | undefined): string {
  if (value === undefined) return 'a word that is only known when it runs';
  return value === '' ? "''" : value;
}
