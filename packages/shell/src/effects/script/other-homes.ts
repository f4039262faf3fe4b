import { resolvePath } from '../path/path-effects.ts';
import type { Walk } from '../state/walk.ts';

/** Stands for what is not known of a value. */
const UNKNOWN = '${_}';

/** A line that sets the variable to more values is not understood. */
export const MAX_HOMES = 6;

/** `read HOME`, `for HOME in …`, `${HOME:=…}`, `HOME+=…`, a name for the variable. */
const SET_OTHERWISE =
  /\b(?:read|for|select|printf|mapfile|readarray|getopts)\b[^;&|\n]*(?<![${\w])HOME\b(?!=)|\$\{HOME:?=|\bHOME(?:\[[^\]]*\])?\+=|=["']?HOME\b/u;

/** A new directory, in which nothing lies that a rule is about. */
const FRESH = /^["']?(?:\$\(\s*mktemp\b[^()]*\)|`\s*mktemp\b[^`]*`)["']?$/u;

/**
 * What a line sets HOME to, wherever it does: a shell that it starts takes `~` and a bare `cd` from there. Undefined: a value that
 * isn't known; the root is added then, where an empty one leads.
 */
export function homesSetBy({ source, given, commands }: Walk): readonly (string | undefined)[] {
  const directories = new Set(
    commands.flatMap(({ cwd, places }) => [...places, ...(cwd === undefined ? [] : [cwd])]),
  );
  const values = given
    .flatMap(({ variables }) => variables)
    .filter(({ name, written }) => name === 'HOME' && !FRESH.test(written.replace(/^HOME=/u, '')))
    .map(({ value }) => value);
  const homes = new Set<string | undefined>();
  for (const value of SET_OTHERWISE.test(source) ? [...values, UNKNOWN] : values) {
    const text = value.replaceAll(UNKNOWN, '');
    if (text !== value) homes.add(undefined);
    if (text === '' || text.startsWith('/')) homes.add(text === '' ? '/' : text);
    else for (const directory of directories) homes.add(resolvePath(text, directory));
  }
  return [...homes];
}
