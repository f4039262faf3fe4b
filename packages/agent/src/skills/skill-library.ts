import { statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { ContextFileGate } from '@sluice/core';
import type { HooksJudge } from '../definitions/hooks-judge.ts';
import { readContextFile } from '../context-files/read-context-file.ts';
import { findSkillFiles, statsOf, type FoundFile, type KnownSkillFiles } from './find-skill-files.ts';
import { readSkill, type ReadSkill } from './read-skill.ts';
import { readTomlCommand } from './read-toml-command.ts';
import type { BrokenSkill, Skill, SkillProblem } from './skill.ts';
import type { SkillPlace } from './skill-places.ts';

interface SkillLibraryOptions {
  /** Called at each look: directories may come and go. */
  readonly places: () => readonly SkillPlace[];
  readonly gate: ContextFileGate;
  /** Whether the user trusts the project of a directory with the place in which it really lies. */
  readonly isTrusted: (path: string, project: string) => boolean;
  /** Names of all tools. */
  readonly tools: () => readonly string[];
  /** A skill whose hooks can't be read is not used. */
  readonly judgeHooks: HooksJudge;
  /** Files and directories that are looked at in one place: a hostile repository may have millions. Default: 20,000. */
  readonly maxEntries?: number;
}

/** What is there now. */
export interface SkillSet {
  /** By name; each name is here once. */
  readonly skills: readonly Skill[];
  readonly broken: readonly BrokenSkill[];
  readonly problems: readonly SkillProblem[];
  /** The skill that the user or a model refers to: by name or alias. */
  find(name: string): Skill | undefined;
  findBroken(name: string): BrokenSkill | undefined;
}

/** One skill is text for a conversation. */
const MAX_BYTES = 256 * 1024;
const MAX_SKILLS = 2_000;
const MAX_ENTRIES = 20_000;
/** As long as these are the same, so is what the file holds. */
const VERSION = ['mtimeMs', 'ctimeMs', 'size', 'ino', 'dev'] as const;

/** Reads skills. A file that hasn't changed isn't read again. */
export class SkillLibrary {
  readonly #options: SkillLibraryOptions;
  readonly #read = new Map<string, { readonly stats: Stats; readonly result: ReadSkill | undefined }>();
  readonly #places: KnownSkillFiles = new Map();

  constructor(options: SkillLibraryOptions) {
    this.#options = options;
  }

  /** Looks at all places again. */
  async look(): Promise<SkillSet> {
    const skills = new Map<string, Skill>();
    const broken = new Map<string, BrokenSkill>();
    const problems: SkillProblem[] = [];
    const seen = new Set<string>();
    const { maxEntries = MAX_ENTRIES } = this.#options;
    const files = this.#options
      .places()
      .filter((place) => exists(place.directory) && (!place.needsTrust || this.#trusts(place)))
      .flatMap((place) => {
        const { files: found, isCut } = findSkillFiles(place, this.#places, maxEntries);
        if (isCut)
          problems.push({
            ...{ path: place.directory, line: undefined },
            message: `It has more than ${maxEntries} files and directories, including links. The deepest ones are not read.`,
          });
        return found;
      });
    for (const file of files.slice(0, MAX_SKILLS)) {
      const result = await this.#readFile(file, seen);
      if (result === undefined) continue;
      if (!result.ok) {
        problems.push(result.problem);
        if (!skills.has(file.name) && !broken.has(file.name))
          broken.set(file.name, { name: file.name, problem: result.problem });
        continue;
      }
      const free = [result.skill.name, ...result.skill.otherNames].find(
        (name) => !skills.has(name) && !broken.has(name),
      );
      if (free === undefined) continue;
      problems.push(...result.problems.map((problem) => ({ ...problem, isNote: true as const })));
      skills.set(free, { ...result.skill, name: free });
    }
    if (files.length > MAX_SKILLS) {
      const first = files[MAX_SKILLS];
      const message = `There are more than ${MAX_SKILLS} skills. This one and those after it are skipped.`;
      if (first !== undefined) problems.push({ path: first.path, line: undefined, message });
    }
    return skillSet(skills, broken, problems);
  }

  #trusts({ directory, scope }: SkillPlace): boolean {
    return scope === undefined || this.#options.isTrusted(directory, scope);
  }

  async #readFile(file: FoundFile, seen: Set<string>): Promise<ReadSkill | undefined> {
    const stats = file.stats ?? statsOf(file.path);
    if (stats === undefined) return undefined;
    const identity = `${stats.dev} ${stats.ino}`;
    if (seen.has(identity)) return undefined;
    seen.add(identity);
    const known = this.#read.get(file.path);
    if (known !== undefined && isUnchanged(known.stats, stats)) return known.result;
    const result = await this.#parse(file);
    this.#read.set(file.path, { stats, result });
    return result;
  }

  async #parse({ path, place, name, otherNames }: FoundFile): Promise<ReadSkill | undefined> {
    const { scope } = place;
    const { gate, tools, judgeHooks } = this.#options;
    const read = readContextFile({
      path,
      gate,
      scope: scope === undefined ? 'person' : { directory: scope },
      maxBytes: MAX_BYTES,
    });
    const problem = (message: string): ReadSkill => ({
      ok: false,
      problem: { path, line: undefined, message },
    });
    if (read.status === 'absent') return undefined;
    if (read.status === 'left-out') return problem(`Skipped: ${read.reason}.`);
    const text = place.format === 'toml-commands' ? readTomlCommand(read.text) : read.text;
    if (text === undefined) return problem('A command in TOML needs a `prompt` string.');
    const isSkill = place.format === 'skills';
    const file = {
      ...{ path, text, isSkill, otherNames, placeName: name, origin: place.origin, scope },
      directory: dirname(path),
      plugin: place.plugin,
    };
    return readSkill(file, tools(), judgeHooks);
  }
}

function skillSet(
  skills: ReadonlyMap<string, Skill>,
  broken: ReadonlyMap<string, BrokenSkill>,
  problems: readonly SkillProblem[],
): SkillSet {
  const aliases = new Map<string, Skill>();
  for (const skill of skills.values())
    for (const alias of [...skill.otherNames, ...skill.aliases])
      if (!skills.has(alias) && !aliases.has(alias)) aliases.set(alias, skill);
  return {
    skills: [...skills.values()],
    broken: [...broken.values()],
    problems,
    find: (name) => skills.get(name) ?? aliases.get(name),
    findBroken: (name) => broken.get(name),
  };
}

function exists(directory: string): boolean {
  try {
    return statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

function isUnchanged(before: Stats, now: Stats): boolean {
  return VERSION.every((key) => before[key] === now[key]);
}
