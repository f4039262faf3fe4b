import type { CommandAnalysis, LeavingOut } from '@sluice/shell';

/** A command with what its searches are told to leave out. */
export interface SparingCommand {
  readonly analysis: CommandAnalysis;
  /** Patterns of names, as in gitignore. */
  readonly leftOut: readonly string[];
}

/** @param namesOf what a search beneath a directory must leave out */
export function leaveOut(
  analysis: CommandAnalysis,
  namesOf: (directory: string) => readonly string[],
): SparingCommand {
  const places = new Map<number, { readonly how: LeavingOut; readonly names: Set<string> }>();
  for (const { files } of analysis.commands) {
    for (const { leavesOut: how, path } of files) {
      if (how === undefined || path === undefined) continue;
      const place = places.get(how.at) ?? { how, names: new Set() };
      for (const name of namesOf(path)) place.names.add(name);
      if (place.names.size > 0) places.set(how.at, place);
    }
  }
  if (places.size === 0) return { analysis, leftOut: [] };
  const insertions = [...places.values()].map(({ how, names }) => ({
    at: how.at,
    text: `${how.needsSeparator ? ' --' : ''}${[...names]
      .flatMap((name) => WORDS[how.by](name))
      .map(quoted)
      .join('')}`,
  }));
  const { environment = {}, prefixes = [], insertions: others = [], repository } = analysis.hardening ?? {};
  // Where both stand at one place, options come before what follows `--`: the later of two is put before the earlier.
  const hardening = { environment, prefixes, repository, insertions: [...insertions, ...others] };
  const leftOut = [...new Set([...places.values()].flatMap(({ names }) => [...names]))];
  return { analysis: { ...analysis, hardening }, leftOut };
}

const WORDS: Readonly<Record<LeavingOut['by'], (name: string) => readonly string[]>> = {
  grep: (name) => [`--exclude=${name}`, `--exclude-dir=${name}`],
  // Braces are an alternative to ripgrep, and the first `!` takes away.
  rg: (name) => [`--glob=!${name.replaceAll(/[{}]/gu, String.raw`\$&`).replace(/^[!#]/u, String.raw`\$&`)}`],
  git: (name) => [`:(top,exclude,glob)**/${name}`, `:(top,exclude,glob)**/${name}/**`],
};

function quoted(word: string): string {
  return ` '${word.replaceAll("'", `'\\''`)}'`;
}
