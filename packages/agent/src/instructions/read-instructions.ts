import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { present } from '@sluice/base';
import { createPathMatcher, isInside, type ContextFileGate, type ContextFileScope } from '@sluice/core';
import { readContextFile, type ContextFileText } from '../context-files/read-context-file.ts';
import { importedPaths } from './imported-paths.ts';
import { findRuleFiles, parseRule } from './rule-files.ts';

/** A file with instructions of the user or the project. */
export interface InstructionFile {
  /** Absolute. */
  readonly path: string;
  readonly kind: InstructionKind;
  readonly text: string;
  /** The file whose `@path` includes this one. */
  readonly parent: string | undefined;
  /** Patterns of the files that it applies to: those of a rule, or of the rule that includes it. Undefined: all. */
  readonly globs?: readonly string[] | undefined;
}

type InstructionKind = 'User' | 'Project' | 'Local';

export interface InstructionPlace {
  /** Absolute and real. */
  readonly cwd: string;
  readonly home: string;
  /** The directories of the user's own instructions. */
  readonly userDirectories: readonly string[];
  /** Which kinds to read. Default: all. */
  readonly kinds?: readonly InstructionKind[] | undefined;
  /** Decides which files may reach the model. */
  readonly gate: ContextFileGate;
  /** How the user can trust the workspace, for the notice about omitted files. */
  readonly trustRemedy: string;
}

export interface Instructions {
  /** The user's own first, then from the outermost directory down to the working directory. */
  readonly files: readonly InstructionFile[];
  /**
   * What was omitted or truncated, and why: one or two sentences each, for the user and never for the model.
   */
  readonly problems: readonly string[];
}

/** UTF-16 units. */
const MAX_FILE = 40_000;
const MAX_ALL = 120_000;
const MAX_BYTES = 4 * MAX_FILE;
const MAX_DEPTH = 5;
const MAX_FILES = 50;
/** A hostile file can name thousands of others. */
const MAX_PROBLEMS = 20;

/**
 * Reads `CLAUDE.md` (or `AGENTS.md`), `.claude/CLAUDE.md`, rules without `paths` (`.claude/rules/*.md`), and `CLAUDE.local.md` from
 * the working directory and its parents, up to but excluding the user's home or the root, plus the user's own files, and every file
 * they name as `@path`.
 */
export function readInstructions(place: InstructionPlace): Instructions {
  return openInstructions(place).start;
}

/** The instruction files of a working directory: those that always apply, and those for parts of it. */
export interface InstructionFinder {
  readonly start: Instructions;
  /**
   * What applies to a file besides: `CLAUDE.md` (or `AGENTS.md`), `.claude/CLAUDE.md` and `CLAUDE.local.md` of the directories between
   * the working directory and the file, and rules whose `paths` match it. Each is returned once, and read only then.
   * @param path absolute
   */
  about(path: string): Instructions;
}

export function openInstructions(place: InstructionPlace): InstructionFinder {
  const reader = new InstructionReader(place);
  return { start: reader.read(), about: (path) => reader.about(path) };
}

interface Found {
  readonly path: string;
  readonly kind: InstructionKind;
  readonly scope: ContextFileScope;
  readonly parent: string | undefined;
  readonly depth: number;
  /** It is a rule: its frontmatter is not for the model. */
  readonly isRule?: boolean;
  readonly globs?: readonly string[];
}

/** A rule for some files only. */
interface FileRule extends Found {
  readonly matches: (path: string) => boolean;
}

class InstructionReader {
  readonly #place: InstructionPlace;
  readonly #files: InstructionFile[] = [];
  #problems = new Set<string>();
  /** Real paths. */
  readonly #seen = new Set<string>();
  /** Directories below the working directory that were looked at. */
  readonly #looked = new Set<string>();
  readonly #rules = new Set<FileRule>();
  #room = MAX_ALL;

  constructor(place: InstructionPlace) {
    this.#place = place;
  }

  read(): Instructions {
    const { cwd, home, userDirectories } = this.#place;
    for (const directory of userDirectories) {
      this.#addFirst(directory, 'User', 'person');
      this.#addRules(join(directory, 'rules'), { kind: 'User', scope: 'person', root: cwd });
    }
    for (const directory of directoriesDownTo(cwd, home)) {
      // Sluice finds these files on its own, so the paths that they resolve to must stay inside this
      // directory.
      const scope = { directory };
      this.#addFirst(directory, 'Project', scope);
      if (directory !== home) {
        this.#addOne(join(directory, '.claude', 'CLAUDE.md'), 'Project', scope);
        const rules = join(directory, '.claude', 'rules');
        this.#addRules(rules, { kind: 'Project', scope, root: directory });
      }
      this.#addOne(join(directory, 'CLAUDE.local.md'), 'Local', scope);
    }
    return this.#since(0);
  }

  about(path: string): Instructions {
    const { cwd } = this.#place;
    const before = this.#files.length;
    for (const directory of directoriesBetween(cwd, path)) {
      if (this.#looked.has(directory)) continue;
      this.#looked.add(directory);
      const scope = { directory };
      this.#addFirst(directory, 'Project', scope);
      this.#addOne(join(directory, '.claude', 'CLAUDE.md'), 'Project', scope);
      this.#addOne(join(directory, 'CLAUDE.local.md'), 'Local', scope);
    }
    for (const rule of this.#rules) {
      if (!rule.matches(path)) continue;
      this.#rules.delete(rule);
      this.#add(rule);
    }
    return this.#since(before);
  }

  #since(count: number): Instructions {
    const problems = [...this.#problems];
    this.#problems = new Set();
    const more = problems.length - MAX_PROBLEMS;
    return {
      files: this.#files.slice(count),
      problems:
        more <= 0
          ? problems
          : [...problems.slice(0, MAX_PROBLEMS), `${more} more instruction files were skipped.`],
    };
  }

  #addFirst(directory: string, kind: InstructionKind, scope: ContextFileScope): void {
    if (!this.#addOne(join(directory, 'CLAUDE.md'), kind, scope))
      this.#addOne(join(directory, 'AGENTS.md'), kind, scope);
  }

  #addRules(
    directory: string,
    { kind, scope, root }: Pick<Found, 'kind' | 'scope'> & { readonly root: string },
  ): void {
    if (this.#place.kinds?.includes(kind) === false) return;
    const { gate } = this.#place;
    for (const path of findRuleFiles(directory)) {
      const found = { path, kind, scope, parent: undefined, depth: 0, isRule: true };
      const read = readContextFile({ path, scope, gate, maxBytes: MAX_BYTES });
      const { globs } = parseRule(read.status === 'read' ? read.text : '');
      if (globs.length === 0) this.#add(found);
      else this.#rules.add({ ...found, globs, matches: createPathMatcher(globs, root) });
    }
  }

  #addOne(path: string, kind: InstructionKind, scope: ContextFileScope): boolean {
    if (this.#place.kinds?.includes(kind) === false) return false;
    return this.#add({ path, kind, scope, parent: undefined, depth: 0 });
  }

  /** False: the file does not exist or was omitted. */
  #add(found: Found): boolean {
    const { path, kind, scope, parent, depth, isRule = false, globs } = found;
    // Files over a limit are not read.
    const known = realFile(path);
    if (known !== undefined && this.#seen.has(known)) return true;
    if (known !== undefined && depth > MAX_DEPTH) {
      this.#problems.add(`${nameOf(found)} was skipped: imports are followed ${MAX_DEPTH} levels deep.`);
      return true;
    }
    if (known !== undefined && this.#files.length >= MAX_FILES) {
      this.#problems.add(`${nameOf(found)} was skipped: there are more than ${MAX_FILES} instruction files.`);
      return true;
    }
    const read = readContextFile({ path, scope, gate: this.#place.gate, maxBytes: MAX_BYTES });
    if (read.status === 'absent') return false;
    if (read.status === 'left-out') {
      this.#problems.add(this.#leftOutText(found, read));
      return false;
    }
    this.#seen.add(read.realPath);
    const limit = Math.min(MAX_FILE, this.#room);
    const whole = isRule ? parseRule(read.text).text : read.text;
    if (whole.length > limit) {
      this.#problems.add(`${path} has ${whole.length} characters; the model gets the first ${limit}.`);
    }
    const text = whole.slice(0, limit).toWellFormed();
    this.#room -= text.length;
    this.#files.push({ path, kind, text, parent, ...present({ globs }) });
    const importScope = this.#scopeOfImports(found, read.realPath);
    for (const named of importedPaths(text, dirname(path), this.#place.home))
      this.#add({
        path: named,
        kind,
        scope: importScope,
        parent: path,
        depth: depth + 1,
        ...present({ globs }),
      });
    return true;
  }

  /**
   * The user chose the files that their own files name. A file named in another directory, such as a
   * repository, may be someone else's, so it may name only files in its own directory.
   */
  #scopeOfImports({ path, scope }: Found, realPath: string): ContextFileScope {
    if (scope !== 'person') return scope;
    const { userDirectories, cwd } = this.#place;
    const isOwn = userDirectories.some((directory) => isInside(path, directory));
    const isOfProject = isInside(realPath, cwd) && !userDirectories.some((one) => isInside(one, cwd));
    return isOwn && !isOfProject ? 'person' : { directory: dirname(realPath) };
  }

  #leftOutText(found: Found, { reason, needsTrust }: LeftOut): string {
    const remedy = needsTrust ? ` ${this.#place.trustRemedy}` : '';
    return `${nameOf(found)} was skipped: ${reason}.${remedy}`;
  }
}

type LeftOut = Extract<ContextFileText, { readonly status: 'left-out' }>;

function nameOf({ path, parent }: Found): string {
  return parent === undefined ? path : `${path}, imported by ${parent},`;
}

/** The real path of a regular file; undefined if it is not one or can't be checked. */
function realFile(path: string): string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** The directories below `cwd` that hold the file, the outermost first. */
function directoriesBetween(cwd: string, path: string): readonly string[] {
  const directories: string[] = [];
  for (let at = dirname(path); at !== cwd && isInside(at, cwd); at = dirname(at)) directories.push(at);
  return directories.toReversed();
}

/** From the outermost directory, excluding the root and the user's home, down to `cwd` itself. */
function directoriesDownTo(cwd: string, home: string): readonly string[] {
  const directories = [cwd];
  for (let at = dirname(cwd); at !== dirname(at) && at !== home; at = dirname(at)) directories.push(at);
  return directories.toReversed();
}
