import { editDistance } from './edit-distance.ts';

/** The names most like a wrong one: at most three, none that differ in more than a third of their letters. */
export function nearNames(wrong: string, names: Iterable<string>): string[] {
  const asked = wrong.slice(0, 64).toLowerCase();
  const scored: { readonly name: string; readonly distance: number }[] = [];
  for (const name of names) {
    const candidate = name.toLowerCase();
    const isPart = asked.length >= 3 && (candidate.includes(asked) || asked.includes(candidate));
    const distance = isPart ? 1 : editDistance(asked, candidate);
    if (distance <= Math.max(1, Math.floor(Math.max(asked.length, candidate.length) / 3))) {
      scored.push({ name, distance });
    }
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return scored.slice(0, 3).map(({ name }) => name);
}
