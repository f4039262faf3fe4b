import type { Hardening, RepositoryUse } from '../../classification.ts';
import type { ParsedArguments } from '../../row.ts';

/**
 * What a repository's own configuration could start: the fsmonitor, hooks, signature checks, pagers, and a remote
 * helper where a partial clone fetches what is missing. GIT_CONFIG_COUNT wins over every file (git-config(1)).
 */
const settings: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['log.showSignature', 'false'],
  ['gpg.program', '/bin/false'],
  ['gpg.openpgp.program', '/bin/false'],
  ['gpg.x509.program', '/bin/false'],
  ['gpg.ssh.program', '/bin/false'],
  ['diff.submodule', 'short'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  // Otherwise `git diff` writes the index, whatever GIT_OPTIONAL_LOCKS says.
  ['diff.autoRefreshIndex', 'false'],
];

const switches: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
};

const environment: Readonly<Record<string, string>> = { ...switches, ...withSettings(settings) };

function withSettings(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const variables = pairs.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(pairs.length), ...Object.fromEntries(variables) };
}

/** Uses no repository. */
export const withoutRepository = (): Hardening => ({ environment, insertions: [], repository: undefined });

const QUIET: RepositoryUse = { runsFilters: false, followsIndex: false, tells: () => false };

/** Runs nothing that the settings don't switch off. */
export const plain = (): Hardening => ({ environment, insertions: [], repository: QUIET });

const OF_PLACES = new Set(
  (
    '--git-dir --absolute-git-dir --git-common-dir --git-path --path-format --show-toplevel --show-cdup --show-prefix ' +
    '--is-inside-work-tree --is-inside-git-dir --is-bare-repository'
  ).split(' '),
);

/**
 * The same, for summarizing a log by author: from standard input if there is no repository, with the names of a file
 * there.
 */
export const summing = (): Hardening => ({
  ...plain(),
  repository: { ...QUIET, withoutRepository: ['.mailmap'] },
});

/** The same, for a command that may only say where the repository is. */
export const locating = (_at: number, { given, positionals }: ParsedArguments): Hardening => {
  const isUnpinned = positionals.length === 0 && [...given.keys()].every((name) => OF_PLACES.has(name));
  // It starts nothing, and `--git-path hooks` would reveal the setting that disables hooks.
  return isUnpinned
    ? { environment: switches, insertions: [], repository: { ...QUIET, isUnpinned } }
    : plain();
};

/** The same, comparing files of the work tree with the index, which converts them. */
export const comparing = (): Hardening => ({
  ...plain(),
  repository: { ...QUIET, runsFilters: true, followsIndex: true },
});

/** The same, showing contents as the programs of `diff.*.textconv` convert them, which no option prevents. */
export const convertingShown = (): Hardening => ({
  ...plain(),
  repository: { ...QUIET, runsFilters: true, followsIndex: true, convertsShown: true },
});

/** For a command that names what git would use, such as its pager: it could only start its own. */
export const naming =
  (tells: (parsed: ParsedArguments) => RepositoryUse['tells']) =>
  (_at: number, parsed: ParsedArguments): Hardening => ({
    environment: withSettings([['pager.var', 'false']]),
    insertions: [],
    repository: { ...QUIET, tells: tells(parsed) },
  });

/** The same, reading files of the work tree that the index names, as they are. */
export const searching = (): Hardening => ({ ...plain(), repository: { ...QUIET, followsIndex: true } });

/** The same as `plain`, for a command whose output reveals settings. */
export const telling =
  (tells: (parsed: ParsedArguments) => RepositoryUse['tells']) =>
  (_at: number, parsed: ParsedArguments): Hardening => ({
    ...plain(),
    repository: { ...QUIET, tells: tells(parsed) },
  });

/** One of these, with words that switch off what no setting does. */
export const inserting =
  (kind: () => Hardening, ...inserted: string[]) =>
  (at: number): Hardening => ({ ...kind(), insertions: [{ at, words: inserted }] });

/** Submodules have a configuration of their own, which the environment doesn't reach: no git runs in them. */
const DIFF_WORDS = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'];

/** Compares what the repository keeps. */
export const revisionHardening = inserting(plain, ...DIFF_WORDS);

/** The same, for a command that only shows a summary unless it gets an option. */
export const summarizing = (at: number, parsed: ParsedArguments): Hardening =>
  inserting(plain, ...DIFF_WORDS, ...(parsed.given.size === 0 ? ['--stat'] : []))(at);

/** Compares the work tree, too. */
export const diffHardening = inserting(comparing, ...DIFF_WORDS);
