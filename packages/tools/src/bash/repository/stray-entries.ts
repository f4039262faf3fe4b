import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { GitAnswer } from './ask-git.ts';
import { identityOf } from './identity.ts';
import { submodulePlaces } from './submodule-places.ts';

interface IndexQuestion {
  /** Lists the entries of the index from the top of the work tree, as `git ls-files --stage -z` does. */
  readonly list: () => GitAnswer;
  /** Absolute path of the index. */
  readonly index: string;
  readonly workTree: string;
  readonly now: () => number;
}

interface KnownIndex {
  readonly identity: string | undefined;
  /** Paths that leave the work tree on their own. */
  readonly leaving: readonly string[];
  /** Every directory that contains an entry, as bytes. */
  readonly directories: readonly Buffer[];
  /** Paths of submodules, as bytes. */
  readonly submodules: readonly Buffer[];
}

/** The mode of an entry for a commit of another repository. */
const SUBMODULE = '160000 ';

/** Maximum number to report. */
const MAX_STRAYS = 50;

/**
 * Absolute paths outside the work tree where git would look for files of the index: git never writes an entry that starts with `..` or is
 * below a symbolic link, but reads whatever an index contains. Undefined if the index can't be listed. Listed again when it has changed;
 * links are checked each time.
 */
export function createStrayEntries(question: IndexQuestion): () => readonly string[] | undefined {
  const { list, index, workTree, now } = question;
  const watched = new Map([[index, 'content' as const]]);
  let known: KnownIndex | undefined;
  return () => {
    if (known?.identity === undefined || known.identity !== identityOf(watched)) {
      const since = now();
      const answer = list();
      if (answer.status === 'failed') return undefined;
      known = { ...sortEntries(answer.output), identity: identityOf(watched, since) };
    }
    const links = known.directories.filter((directory) =>
      isLink(Buffer.concat([Buffer.from(`${workTree}/`), directory])),
    );
    const strays = [
      ...known.leaving,
      ...links.map((directory) => directory.toString('utf8')),
      ...known.submodules.flatMap((path) => submodulePlaces(join(workTree, path.toString('utf8')), now)),
    ];
    return strays.slice(0, MAX_STRAYS).map((path) => (path.startsWith('/') ? path : join(workTree, path)));
  };
}

function sortEntries(output: Buffer): Omit<KnownIndex, 'identity'> {
  const leaving: string[] = [];
  const submodules: Buffer[] = [];
  const directories = new Set<string>();
  let last = '';
  // One character per byte: names need not be text.
  for (const entry of output.toString('latin1').split('\0')) {
    const path = entry.slice(entry.indexOf('\t') + 1);
    if (entry.startsWith(SUBMODULE)) submodules.push(Buffer.from(path, 'latin1'));
    if (path.startsWith('/') || /(?:^|\/)\.\.(?:\/|$)/u.test(path))
      leaving.push(Buffer.from(path, 'latin1').toString('utf8'));
    let slash = path.lastIndexOf('/');
    if (path.slice(0, slash + 1) === last) continue;
    last = path.slice(0, slash + 1);
    for (; slash > 0 && !directories.has(path.slice(0, slash)); slash = path.lastIndexOf('/', slash - 1))
      directories.add(path.slice(0, slash));
  }
  return {
    leaving,
    directories: Array.from(directories, (path) => Buffer.from(path, 'latin1')),
    submodules,
  };
}

function isLink(path: Buffer): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false;
  }
}
