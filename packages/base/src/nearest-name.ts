import { editDistance } from './edit-distance.ts';

/** The name most like a wrong one, if at most a third of its letters are wrong. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  const asked = wrong.slice(0, 40).toLowerCase();
  let nearest: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(asked, name.toLowerCase());
    const limit = Math.max(1, Math.floor(Math.max(asked.length, name.length) / 3));
    if (distance <= limit && distance < (nearest?.distance ?? Infinity)) nearest = { name, distance };
  }
  return nearest?.name;
}
