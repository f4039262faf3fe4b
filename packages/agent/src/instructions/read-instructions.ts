import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** A file with instructions of the person or the project. */
export interface InstructionFile {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'User' | 'Project' | 'Local';
  readonly text: string;
  /** The file whose `@path` names this one. */
  readonly parent: string | undefined;
}

export interface InstructionPlace {
  /** Absolute and real. */
  readonly cwd: string;
  readonly home: string;
  /** Where the person's own instructions are, one directory or several. */
  readonly userDirectories: readonly string[];
}

export interface Instructions {
  /** The person's first, then from the outermost directory to the working directory. */
  readonly files: readonly InstructionFile[];
  /** What could not be read, or was cut: a sentence each, for the person. */
  readonly problems: readonly string[];
}

/** UTF-16 units. */
const MAX_FILE = 40_000;
const MAX_ALL = 120_000;
const MAX_BYTES = 4 * MAX_FILE;
const MAX_DEPTH = 5;
const MAX_FILES = 50;

/**
 * Reads `CLAUDE.md` (else `AGENTS.md`), `.claude/CLAUDE.md` and `CLAUDE.local.md` of the working directory and those above it, below
 * the person's home or the root, and the person's own; with the files that they name as `@path`.
 */
export function readInstructions({ cwd, home, userDirectories }: InstructionPlace): Instructions {
  const files: InstructionFile[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  let room = MAX_ALL;

  function add(path: string, kind: InstructionFile['kind'], parent?: string, depth = 0): boolean {
    const read = readText(path);
    if (read === undefined) return false;
    if (typeof read !== 'string') {
      problems.push(`${path} is not read as instructions: ${read.problem}.`);
      return false;
    }
    const real = realpathSync(path);
    if (seen.has(real)) return true;
    seen.add(real);
    if (files.length >= MAX_FILES) {
      problems.push(`${path} is not read: there are more than ${MAX_FILES} instruction files.`);
      return true;
    }
    const limit = Math.min(MAX_FILE, room);
    if (read.length > limit) {
      problems.push(`${path} has ${read.length} characters; the model gets the first ${limit}.`);
    }
    const text = read.slice(0, limit).toWellFormed();
    room -= text.length;
    files.push({ path, kind, text, parent });
    if (depth < MAX_DEPTH) {
      for (const named of namedFiles(text, dirname(path), home)) add(named, kind, path, depth + 1);
    }
    return true;
  }

  const addFirst = (directory: string, kind: InstructionFile['kind']): void => {
    if (!add(join(directory, 'CLAUDE.md'), kind)) add(join(directory, 'AGENTS.md'), kind);
  };
  for (const directory of userDirectories) addFirst(directory, 'User');
  for (const directory of directoriesDownTo(cwd, home)) {
    addFirst(directory, 'Project');
    if (directory !== home) add(join(directory, '.claude', 'CLAUDE.md'), 'Project');
    add(join(directory, 'CLAUDE.local.md'), 'Local');
  }
  return { files, problems };
}

/** From the outermost, the root and the person's home left out, to `cwd` itself. */
function directoriesDownTo(cwd: string, home: string): readonly string[] {
  const directories = [cwd];
  for (let at = dirname(cwd); at !== dirname(at) && at !== home; at = dirname(at)) directories.push(at);
  return directories.toReversed();
}

function readText(path: string): string | { readonly problem: string } | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    if (!stat.isFile()) return stat.isDirectory() ? undefined : { problem: 'it is no ordinary file' };
    if (stat.size > MAX_BYTES) return { problem: `it has ${stat.size} bytes, and ${MAX_BYTES} is the most` };
    return readFileSync(path, 'utf8');
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** `@path` in running text: not in code, and only where a word begins. */
function namedFiles(text: string, directory: string, home: string): readonly string[] {
  const named: string[] = [];
  let isFenced = false;
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) isFenced = !isFenced;
    if (isFenced) continue;
    for (const word of withoutCode(line).split(/\s+/)) {
      if (!word.startsWith('@') || word.length < 2) continue;
      const path = word.slice(1).replace(/[.,;:!?)\]]+$/, '');
      // A person's handle or a package's scope is no file.
      if (!/[./]/.test(path)) continue;
      named.push(
        path.startsWith('~/')
          ? join(home, path.slice(2))
          : isAbsolute(path)
            ? path
            : resolve(directory, path),
      );
    }
  }
  return named;
}

function withoutCode(line: string): string {
  return line
    .split('`')
    .filter((_part, index) => index % 2 === 0)
    .join(' ');
}
