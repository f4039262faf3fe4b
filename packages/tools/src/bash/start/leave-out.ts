import type { CommandAnalysis, LeavingOut } from '@sluice/shell';

/** A command with the patterns that its searches leave out. */
interface SparingCommand {
  readonly analysis: CommandAnalysis;
  /** Name patterns, as in gitignore. */
  readonly leftOut: readonly string[];
}

/** @param namesOf what a search below a directory must leave out */
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
  // At the same place, options go before what follows `--`, so the later insertion is put first.
  // Directly behind a word, so before anything else that goes there.
  const pins = new Set([...places.values()].flatMap(({ how }) => how.commits ?? []));
  const commits = [...pins].map((at) => ({ at, text: '^{commit}' }));
  const hardening = {
    environment,
    prefixes,
    repository,
    insertions: [...insertions, ...others, ...commits],
  };
  const leftOut = [...new Set([...places.values()].flatMap(({ names }) => [...names]))];
  return { analysis: { ...analysis, hardening }, leftOut };
}

const WORDS: Readonly<Record<LeavingOut['by'], (name: string) => readonly string[]>> = {
  grep: (name) => [`--exclude=${name}`, `--exclude-dir=${name}`],
  // Braces mean alternatives to ripgrep, and a leading `!` negates.
  rg: (name) => [`--glob=!${name.replaceAll(/[{}]/gu, String.raw`\$&`).replace(/^[!#]/u, String.raw`\$&`)}`],
  git: (name) => [`:(top,exclude,glob)**/${name}`, `:(top,exclude,glob)**/${name}/**`],
};

function quoted(word: string): string {
  return ` '${word.replaceAll("'", `'\\''`)}'`;
}
