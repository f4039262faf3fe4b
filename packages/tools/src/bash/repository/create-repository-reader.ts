import { statSync } from 'node:fs';
import type { RepositoryReport } from '@sluice/shell';
import { askGit, MAX_LIST_BYTES } from './ask-git.ts';
import { identityOf, type Watched } from './identity.ts';
import { NO_REPOSITORY, readRepository } from './read-repository.ts';
import { redirectingVariable } from './redirecting-variable.ts';

interface RepositoryReaderOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Finds the absolute path of git; undefined if none can be trusted. */
  readonly git: () => string | undefined;
  /** Milliseconds since the Unix epoch. Default: the system clock. */
  readonly now?: () => number;
}

/** Finds out what git would use in a directory, and again as soon as anything that git reported has changed. */
type RepositoryReader = (directory: string) => RepositoryReport;

interface Kept {
  readonly report: RepositoryReport;
  readonly watched: Watched;
  readonly identity: string;
  readonly until: number;
}

/** How many directories are cached. */
const MAX_KEPT = 100;

/** How long a failure that may be temporary is cached. */
const FAILURE_MS = 30_000;

export function createRepositoryReader({
  env,
  git,
  now: clock = Date.now,
}: RepositoryReaderOptions): RepositoryReader {
  const kept = new Map<string, Kept>();
  return (directory) => {
    const variable = redirectingVariable(env);
    if (variable !== undefined)
      return {
        status: 'unknown',
        why: `${variable} is set, which can make git use another repository or run a program`,
      };
    // Nothing runs there; if it is created meanwhile, the check before the start notices.
    if (!isDirectory(directory)) return { status: 'none', settings: [], pins: NO_REPOSITORY };
    const program = git();
    if (program === undefined)
      return {
        status: 'unknown',
        why: 'no git is installed outside the workspace to report its settings',
      };
    const found = kept.get(directory);
    const now = clock();
    if (found !== undefined && now < found.until && identityOf(found.watched) === found.identity)
      return found.report;
    kept.delete(directory);
    const { report, watched, isPassing } = readRepository(directory, {
      ask: (words) => askGit({ program, directory, env }, words),
      list: (words, place, more) =>
        askGit({ program, directory: place, env: { ...env, ...more }, maxBytes: MAX_LIST_BYTES }, words),
      now: clock,
      home: env['HOME'],
      configHome: env['XDG_CONFIG_HOME'],
    });
    const identity = watched && identityOf(watched, now);
    if (watched === undefined || identity === undefined) return report;
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(directory, { report, watched, identity, until: isPassing ? now + FAILURE_MS : Infinity });
    return report;
  };
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
