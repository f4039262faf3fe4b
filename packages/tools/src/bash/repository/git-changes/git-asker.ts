import { askGit, MAX_LIST_BYTES, NO_PROGRAMS } from '../ask-git.ts';

interface GitAskerOptions {
  /** Absolute path of git. */
  readonly program: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Setting = readonly [key: string, value: string];

/** A file that differs between two commits. */
export interface Difference {
  readonly path: string;
  /** From the older commit to the newer one. */
  readonly status: 'added' | 'removed' | 'changed';
  /** A commit of a submodule, before and after, rather than a file. */
  readonly isSubmodule: boolean;
  /** The newer of the two commits. */
  readonly commit: string;
}

/** Git can't be asked, or its answer is not text: nothing is known then. */
export class NoAnswer extends Error {}

/** Asks git about commits and trees of one repository. It runs nothing for that. All methods throw `NoAnswer`. */
export class GitAsker {
  readonly #options: GitAskerOptions;
  #tracked: readonly string[] | undefined;
  #entries: readonly Setting[] | undefined;
  #settings: ReadonlyMap<string, string> | undefined;

  constructor(options: GitAskerOptions) {
    this.#options = options;
  }

  /** Where it runs, absolute. */
  get directory(): string {
    return this.#options.directory;
  }

  text(words: readonly string[], input?: string): string {
    const answer = askGit({ ...this.#options, maxBytes: MAX_LIST_BYTES, input }, [...NO_PROGRAMS, ...words]);
    if (answer.status === 'failed') throw new NoAnswer(answer.why);
    const output = answer.output.toString('utf8');
    // Of a name that isn't valid UTF-8, no rule can be sure.
    if (output.includes('\uFFFD')) throw new NoAnswer('a name is not valid UTF-8');
    return output;
  }

  /** Parts that end with a NUL. */
  list(words: readonly string[], input?: string): readonly string[] {
    return this.text(words, input).split('\0').filter(Boolean);
  }

  /** The last value of each key, keys in lower case but for their middle part. */
  get settings(): ReadonlyMap<string, string> {
    return (this.#settings ??= new Map(this.entries));
  }

  /** All values of each key, in their order. */
  get entries(): readonly Setting[] {
    return (this.#entries ??= this.list(['config', '--list', '-z']).map((entry): Setting => {
      const end = entry.indexOf('\n');
      return end === -1 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    }));
  }

  isOn(key: string): boolean {
    return !/^(?:|false|no|off|0)$/iu.test(this.settings.get(key) ?? '');
  }

  /** Ids of what these names mean, `HEAD:src` too; undefined: nothing. */
  ids(names: readonly string[]): readonly (string | undefined)[] {
    if (names.length === 0) return [];
    if (names.some((name) => /[\n\0]/u.test(name))) throw new NoAnswer('not the name of a commit');
    const lines = this.text(['cat-file', '--batch-check=%(objectname)'], `${names.join('\n')}\n`).split('\n');
    if (lines.pop() !== '' || lines.length !== names.length) throw new NoAnswer('unexpected format');
    return lines.map((line) => (/^[0-9a-f]{40,64}$/u.test(line) ? line : undefined));
  }

  /** The entries of the index, relative to the top. */
  get tracked(): readonly string[] {
    return (this.#tracked ??= this.#paths(['ls-files', '-z', '--stage', '--full-name', '--', ':/']));
  }

  /** Every path of a commit, relative to the top. */
  pathsOf(commit: string): readonly string[] {
    return this.#paths(['ls-tree', '-r', '-z', '--full-tree', commit]);
  }

  /** Submodules end with a slash. */
  #paths(words: readonly string[]): readonly string[] {
    return this.list(words).map((entry) => {
      const path = entry.slice(entry.indexOf('\t') + 1);
      return entry.startsWith('160000 ') ? `${path}/` : path;
    });
  }

  /** The one commit at which the histories of two part. */
  base(one: string, other: string): string {
    const bases = this.text(['merge-base', '--all', one, other]).split('\n').filter(Boolean);
    const [base] = bases;
    if (base === undefined || bases.length > 1) throw new NoAnswer('not one merge base');
    return base;
  }

  /** What differs in each pair of commits, by their ids. */
  differences(pairs: readonly (readonly [older: string, newer: string])[]): readonly Difference[] {
    const lines = pairs
      .filter(([older, newer]) => older !== newer)
      .map(([older, newer]) => `${newer} ${older}\n`);
    if (lines.length === 0) return [];
    const words = ['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-renames', '--ignore-submodules=none'];
    return differencesIn(this.list(words, lines.join('')));
  }

  /**
   * What differs from the current commit in the index, or in the work tree as well, as far as names, times and sizes tell: nothing is read
   * of the files.
   */
  dirty(isOfIndex: boolean): readonly Difference[] {
    const words = ['diff-index', '-z', '--raw', '--no-renames', '--ignore-submodules=dirty'];
    return differencesIn(this.list([...words, ...(isOfIndex ? ['--cached'] : []), 'HEAD', '--']));
  }
}

/** In the raw format, behind the id of the newer commit where there is one. */
function differencesIn(parts: readonly string[]): readonly Difference[] {
  const found: Difference[] = [];
  let commit = '';
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    if (!part.startsWith(':')) {
      commit = part;
      continue;
    }
    const [before = '', after = '', , , letter = ''] = part.slice(1).split(' ');
    at += 1;
    const status = letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'changed';
    const modes = [before, after].filter((mode) => mode !== '000000');
    const isSubmodule = modes.every((mode) => mode === '160000');
    found.push({ path: parts[at] ?? '', status, isSubmodule, commit });
  }
  return found;
}
