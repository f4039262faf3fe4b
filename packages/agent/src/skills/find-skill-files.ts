import { existsSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { SkillPlace } from './skill-places.ts';

/** A file to read, and the name that its location implies. */
export interface FoundFile {
  readonly place: SkillPlace;
  readonly path: string;
  readonly name: string;
  readonly otherNames: readonly string[];
}

const SKILL_FILE = /^skill\.md$/i;
const MAX_DEPTH = 8;
/** For all files of one place. A hostile repository may have millions. */
const MAX_ENTRIES = 20_000;

/** By directory, the name of the skill's file in it: while that file is there, the directory needs no listing. */
export type KnownSkillFiles = Map<string, string>;

/** The files of a place, by name. A directory that can't be read holds nothing. */
export function findSkillFiles(place: SkillPlace, known: KnownSkillFiles = new Map()): readonly FoundFile[] {
  const budget = { entries: MAX_ENTRIES };
  const search = { place, budget, known, seen: new Set<string>(), found: new Array<FoundFile>() };
  if (place.format === 'skills') findSkills(search, place.directory, 0);
  else findCommands(search, place.directory, 0);
  return search.found;
}

interface Search {
  readonly place: SkillPlace;
  readonly budget: { entries: number };
  readonly known: KnownSkillFiles;
  /** Real paths of linked directories. */
  readonly seen: Set<string>;
  readonly found: FoundFile[];
}

function findSkills(search: Search, directory: string, depth: number): void {
  const { place, known } = search;
  const add = (path: string): void =>
    void search.found.push({ place, path, ...namesOf(place, basename(directory), []) });
  const before = known.get(directory);
  if (before !== undefined) {
    if (existsSync(before)) return add(before);
    known.delete(directory);
  }
  const entries = list(search, directory, depth);
  const own = depth === 0 ? undefined : entries.find(({ name }) => SKILL_FILE.test(name));
  if (own !== undefined) {
    const path = join(directory, own.name);
    known.set(directory, path);
    return add(path);
  }
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.name !== 'node_modules' && isDirectory(search, entry, path))
      findSkills(search, path, depth + 1);
  }
}

function findCommands(search: Search, directory: string, depth: number): void {
  const { place } = search;
  const ending = place.format === 'commands' ? '.md' : '.toml';
  for (const entry of list(search, directory, depth)) {
    const path = join(directory, entry.name);
    if (entry.name.endsWith(ending) && !entry.isDirectory()) {
      const name = entry.name.slice(0, -ending.length);
      const inside = relative(place.directory, dirname(path))
        .split(sep)
        .filter((part) => part !== '');
      const long = [...inside, name].join(':');
      // Gemini CLI knows such a command only by its long name.
      const isLong = place.format === 'toml-commands';
      const others = long === name ? [] : [isLong ? name : long];
      search.found.push({ place, path, ...namesOf(place, isLong ? long : name, others) });
    } else if (isDirectory(search, entry, path)) findCommands(search, path, depth + 1);
  }
}

function namesOf(
  { prefix, isPrefixed = false }: SkillPlace,
  name: string,
  others: readonly string[],
): Pick<FoundFile, 'name' | 'otherNames'> {
  if (prefix === undefined) return { name, otherNames: others };
  const long = `${prefix}:${others[0] ?? name}`;
  return isPrefixed ? { name: `${prefix}:${name}`, otherNames: [] } : { name, otherNames: [...others, long] };
}

function list({ budget }: Search, directory: string, depth: number): readonly Dirent[] {
  if (depth > MAX_DEPTH || budget.entries <= 0) return [];
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    budget.entries -= entries.length;
    return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Links are followed once. */
function isDirectory({ seen }: Search, entry: Dirent, path: string): boolean {
  if (entry.isDirectory()) return true;
  if (!entry.isSymbolicLink()) return false;
  try {
    const real = realpathSync(path);
    if (seen.has(real)) return false;
    seen.add(real);
    return statSync(real).isDirectory();
  } catch {
    return false;
  }
}
