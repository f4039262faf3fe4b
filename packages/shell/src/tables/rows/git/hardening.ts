import type { Hardening } from '../../classification.ts';

/**
 * What a repository's own configuration could start: the fsmonitor, hooks, signature checks, pagers, and a remote
 * helper where a partial clone fetches what is missing. GIT_CONFIG_COUNT wins over every file (git-config(1)).
 */
const settings: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['log.showSignature', 'false'],
  ['gpg.program', 'false'],
  ['gpg.openpgp.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['diff.submodule', 'short'],
  ['status.submoduleSummary', 'false'],
  // Otherwise `git diff` writes the index, whatever GIT_OPTIONAL_LOCKS says.
  ['diff.autoRefreshIndex', 'false'],
];

const environment: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
};

/** Runs nothing that the settings don't switch off. */
export const plain = (): Hardening => ({ environment, insertions: [], forbiddenRepositoryKeys: [] });

/** Filters run on changed files of the working tree; their names are free, so no setting switches them all off. */
export const FILTERS = ['^filter\\..*\\.(clean|smudge|process)$'];

/** Looks at the working tree, with words that switch off what no setting does. */
export const inserting =
  (...inserted: string[]) =>
  (at: number): Hardening => ({
    environment,
    insertions: [{ at, words: inserted }],
    forbiddenRepositoryKeys: FILTERS,
  });

/** Submodules have a configuration of their own, which the environment doesn't reach: no git runs in them. */
export const diffHardening = inserting('--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty');
