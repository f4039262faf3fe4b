import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeCommand } from '@sluice/shell';
import { afterAll, describe, expect, it } from 'vitest';
import { createGitLister } from '../../../src/bash/repository/git-lister.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'files-shown-')));
afterAll(() => rmSync(top, { recursive: true, force: true }));

const env: Record<string, string | undefined> = {
  PATH: process.env['PATH'],
  HOME: top,
  GIT_AUTHOR_NAME: 'x',
  GIT_AUTHOR_EMAIL: 'x@x',
  GIT_COMMITTER_NAME: 'x',
  GIT_COMMITTER_EMAIL: 'x@x',
};
const git = (...words: string[]): string => execFileSync('git', words, { cwd: top, env, encoding: 'utf8' });
const commit = (name: string, text: string): void => {
  writeFileSync(join(top, name), text);
  git('add', '-Af');
  git('commit', '-qm', `${name} ${text}`);
};

/** The first commit has `root`; `.env` comes and goes; a merge takes it from a branch; a stash holds `kept` and a loose file. */
git('init', '-qb', 'main');
commit('root', '1');
commit('.env', 'secret');
git('tag', '-am', 'with it', 'tagged');
git('rm', '-q', '.env');
git('commit', '-qm', 'without it');
commit('a', '1');
git('switch', '-qc', 'side', 'HEAD~1');
commit('b', '1');
commit('.env', 'other');
git('switch', '-q', 'main');
git('merge', '-q', '--no-edit', 'side');
commit('kept', '1');
writeFileSync(join(top, 'kept'), '2');
writeFileSync(join(top, 'loose'), '1');
git('stash', '-qu');
mkdirSync(join(top, 'sub'));

const names = createGitLister({ env, workspace: top });

/** Relative to the top, sorted; a slash for the whole of it. */
function told(command: string, cwd = top): readonly string[] {
  const analysis = analyzeCommand(command, { cwd, home: top });
  const found = analysis.commands.flatMap(({ files }) =>
    files.flatMap(({ gitNames, gitRunsIn = [], path }) =>
      gitNames === undefined
        ? path === undefined
          ? []
          : [path]
        : gitRunsIn.flatMap((place) => names(place, gitNames) ?? [`${top}/`]),
    ),
  );
  return [...new Set(found.map((name) => name.slice(top.length + 1) || '/'))].toSorted();
}

describe('files of the commits that git shows', () => {
  it.each([
    ['git show', ['kept']],
    ['git show HEAD', ['kept']],
    ['git show tagged', ['.env']],
    ['git show HEAD~1', ['.env', 'a', 'b']],
    ['git show HEAD^^', ['a']],
    ['git show side side~1', ['.env', 'b']],
    ['git log -p -1', ['kept']],
    ['git log -p -n 2', ['.env', 'a', 'b', 'kept']],
    ['git log -p -1 side~1', ['b']],
    ['git log -p', ['.env', 'a', 'b', 'kept', 'root']],
    ['git log -p tagged~1', ['root']],
    ['git format-patch --stdout -1', ['kept']],
    // A merge is left out, and another commit comes in its place.
    ['git format-patch --stdout -2', ['/']],
    // Paths leave files out, at most.
    ['git show HEAD kept', ['kept']],
    ['git show HEAD~1 kept a', ['.env', 'a', 'b']],
    ['git show root', ['kept']],
    ['git show root side', ['kept']],
    ['git show HEAD side/../kept', ['/']],
    ['git show HEAD nothing~1', ['/']],
    ['git show HEAD abcd', ['/']],
    ['git stash show -p', ['kept', 'loose']],
    ['git archive HEAD', ['.env', 'a', 'b', 'kept', 'root']],
    ['git archive tagged~1', ['root']],
  ])('%s: %j', (command, expected) => {
    expect(told(command)).toEqual(expected);
    expect(told(command, join(top, 'sub'))).toEqual(expected);
  });

  it('is all that git prints of any file', () => {
    for (const command of [
      'git show',
      'git show HEAD~1',
      'git show tagged',
      'git show root kept',
      'git show HEAD kept',
      'git show side~1 b root',
      'git log -p -2',
      'git log -p',
      'git stash show -p -u',
    ]) {
      const printed = git(...command.split(' ').slice(1));
      const files = [...printed.matchAll(/^diff --(?:git a\/\S+ b\/|cc )(\S+)$/gmu)].map(
        ([, name = '']) => name,
      );
      // A merge without conflicts shows none.
      expect(files.length > 0 || command === 'git show HEAD~1').toBe(true);
      expect(told(command)).toEqual(expect.arrayContaining(files));
    }
  });
});
