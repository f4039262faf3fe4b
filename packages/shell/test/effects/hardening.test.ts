import { expect, test } from 'vitest';
import { analyseCommand } from '../../src/effects/analyse-command.ts';
import { analyse, CONTEXT } from './analyse.ts';

function applied(source: string): string {
  let text = source;
  for (const { at, text: inserted } of analyse(source).hardening?.insertions.toReversed() ?? [])
    text = text.slice(0, at) + inserted + text.slice(at);
  return text;
}

const DIFF = '--no-ext-diff --no-textconv --ignore-submodules=dirty';

test.each([
  ['git status', 'git status --ignore-submodules=dirty'],
  ['timeout 5 git diff;ls', `timeout 5 git diff ${DIFF};ls`],
  ['LANG=C git --no-pager log -3 | head', `LANG=C git --no-pager log ${DIFF} -3 | head`],
  [
    'echo "$(git status)" `git diff a`',
    `echo "$(git status --ignore-submodules=dirty)" \`git diff ${DIFF} a\``,
  ],
  ['echo "`git diff`"', `echo "\`git diff ${DIFF}\`"`],
  ['git diff HEAD~1 && git status', `git diff ${DIFF} HEAD~1 && git status --ignore-submodules=dirty`],
  ['for i in a b; do git diff $i; done', `for i in a b; do git diff ${DIFF} $i; done`],
  ['cat <<E\n$(git diff)\nE\n', `cat <<E\n$(git diff ${DIFF})\nE\n`],
  ['git rev-parse HEAD', 'git rev-parse HEAD'],
])('%s is run with what keeps it from starting programs', (source, hardened) => {
  expect(analyse(source).isReadOnly).toBe(true);
  expect(analyse(source).hardening?.environment).toHaveProperty('GIT_CONFIG_COUNT');
  expect(applied(source)).toBe(hardened);
});

test.each([
  'git "diff"',
  'git d""iff',
  'git di\\\nff',
  "bash -c 'git diff'",
  'ls | xargs git diff',
  'x=diff; git $x',
])('%s has no place for it', (source) => {
  expect(analyse(source).isReadOnly).toBe(false);
  expect(analyse(source).hardening?.insertions ?? []).toEqual([]);
});

test('commands that need nothing have none', () => {
  expect(analyse('ls | wc -l').hardening).toBeUndefined();
});

test.each([
  [undefined, false],
  [[], true],
  [['core.editor'], true],
  [['include.path'], false],
  [['includeif.gitdir:x.path'], false],
  [['filter.lfs.clean'], false],
])('a repository that sets %j: read-only is %s', (keys, isReadOnly) => {
  expect(analyseCommand('git status', { ...CONTEXT, repositoryKeys: () => keys }).isReadOnly).toBe(
    isReadOnly,
  );
});

test('the repository is asked about once, and for git alone', () => {
  const asked: string[] = [];
  const repositoryKeys = (directory: string): string[] => {
    asked.push(directory);
    return [];
  };
  analyseCommand('ls; git push', { ...CONTEXT, repositoryKeys });
  expect(asked).toEqual([]);
  analyseCommand('git status; git diff', { ...CONTEXT, repositoryKeys });
  expect(asked).toEqual(['/p']);
});

test('output that a sandbox would change is told', () => {
  expect(analyse('ps aux | head').reportsOnMachine).toBe(true);
  expect(analyse('ls').reportsOnMachine).toBe(false);
});
