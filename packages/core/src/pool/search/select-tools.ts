import { ownName } from './own-name.ts';

export interface SelectedNames {
  readonly found: readonly string[];
  /** Names that no tool has, or that several servers have. */
  readonly missing: readonly { readonly name: string; readonly candidates: readonly string[] }[];
}

/** The names that `select:A,B` means: in any case, and without the server if only one has such a tool. */
export function selectTools(wanted: readonly string[], names: readonly string[]): SelectedNames {
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  const byOwnName = new Map<string, string[]>();
  for (const name of names) {
    const key = ownName(name).toLowerCase();
    byOwnName.set(key, [...(byOwnName.get(key) ?? []), name]);
  }
  const found = new Set<string>();
  const missing: { name: string; candidates: readonly string[] }[] = [];
  for (const name of wanted.map((one) => one.trim()).filter((one) => one !== '')) {
    const exact = names.includes(name) ? name : byName.get(name.toLowerCase());
    const candidates = byOwnName.get(name.toLowerCase()) ?? [];
    const only = exact ?? (candidates.length === 1 ? candidates[0] : undefined);
    if (only === undefined) missing.push({ name, candidates });
    else found.add(only);
  }
  return { found: [...found], missing };
}
