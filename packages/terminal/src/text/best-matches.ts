import { fuzzyFilter } from '@earendil-works/pi-tui';

/** More than this are not ranked one by one: a key has 20 ms. */
const MAX_RANKED = 2000;

/** The names that fit what was typed, the best first: those that contain it, then those with its letters in order. */
export function bestMatches(names: readonly string[], typed: string, most: number): readonly string[] {
  if (typed === '') return names.slice(0, most);
  const wanted = typed.toLowerCase();
  const containing = names.filter((name) => name.toLowerCase().includes(wanted)).slice(0, MAX_RANKED);
  const place = (name: string): number => {
    const lower = name.toLowerCase();
    const base = lower.slice(lower.lastIndexOf('/') + 1);
    if (lower.startsWith(wanted)) return 0;
    if (base.startsWith(wanted)) return 1;
    return base.includes(wanted) ? 2 : 3;
  };
  const ranked = containing
    .map((name) => ({ name, place: place(name) }))
    .toSorted((one, other) => one.place - other.place || one.name.length - other.name.length)
    .map(({ name }) => name);
  if (ranked.length >= most) return ranked.slice(0, most);
  const known = new Set(ranked);
  const others = names.filter((name) => !known.has(name) && hasLetters(name.toLowerCase(), wanted));
  return [...ranked, ...fuzzyFilter(others.slice(0, MAX_RANKED), typed, (name) => name)].slice(0, most);
}

/** The name has all letters of the text, in order. */
function hasLetters(name: string, text: string): boolean {
  let at = -1;
  for (const letter of text) {
    at = name.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}
