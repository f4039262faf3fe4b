import { readdirSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { SkillPlace } from './skill-places.ts';

/** A file to read, and the name that its location implies. */
export interface FoundFile {
  readonly place: SkillPlace;
  readonly path: string;
  readonly name: string;
  readonly otherNames: readonly string[];
  /** What was just seen of it. Undefined: it has not been looked at. */
  readonly stats?: Stats | undefined;
}

const SKILL_FILE = /^skill\.md$/i;
const MAX_DEPTH = 8;

/** By directory, the name of the skill's file in it: while that file is there, the directory needs no listing. */
export type KnownSkillFiles = Map<string, string>;

interface FoundFiles {
  /** What is nearer to the place comes first, then by name. */
  readonly files: readonly FoundFile[];
  /** The place holds too much: files that lie deep in it are missing. */
  readonly isCut: boolean;
}

/** The files of a place. A directory that can't be read holds nothing. */
export function findSkillFiles(place: SkillPlace, known: KnownSkillFiles, maxEntries: number): FoundFiles {
  const search: Search = {
    ...{ place, known, budget: { entries: maxEntries }, seen: new Set(), found: [] },
    level: [place.directory],
  };
  const look = place.format === 'skills' ? lookForSkill : lookForCommands;
  for (let depth = 0; depth <= MAX_DEPTH && search.level.length > 0; depth += 1) {
    const { level } = search;
    search.level = [];
    for (const directory of level) look(search, directory, depth);
  }
  return { files: search.found, isCut: search.budget.entries <= 0 };
}

interface Search {
  readonly place: SkillPlace;
  readonly budget: { entries: number };
  readonly known: KnownSkillFiles;
  /** Real paths of linked directories. */
  readonly seen: Set<string>;
  readonly found: FoundFile[];
  /** Directories to look at next, all at one depth. A link to a large tree hides nothing that lies nearer. */
  level: string[];
}

function lookForSkill(search: Search, directory: string, depth: number): void {
  const { place, known } = search;
  const add = (path: string, stats?: Stats): void =>
    void search.found.push({ place, path, stats, ...namesOf(place, basename(directory), []) });
  const before = known.get(directory);
  if (before !== undefined) {
    const stats = statsOf(before);
    if (stats !== undefined) return add(before, stats);
    known.delete(directory);
  }
  const entries = list(search, directory);
  const own = depth === 0 ? undefined : entries.find(({ name }) => SKILL_FILE.test(name));
  if (own !== undefined) {
    const path = join(directory, own.name);
    known.set(directory, path);
    return add(path);
  }
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.name !== 'node_modules' && isDirectory(search, entry, path)) search.level.push(path);
  }
}

function lookForCommands(search: Search, directory: string): void {
  const { place } = search;
  const ending = place.format === 'commands' ? '.md' : '.toml';
  for (const entry of list(search, directory)) {
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
    } else if (isDirectory(search, entry, path)) search.level.push(path);
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

function list({ budget }: Search, directory: string): readonly Dirent[] {
  if (budget.entries <= 0) return [];
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

/** Undefined: there is no such file, or it can't be looked at. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
