import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asRoot, canActAsRoot } from '../../../../test/support/as-root.ts';
import { loadSettings, saveUpdate, trustDirectory } from '../../src/index.ts';
import type { LoadedSettings } from '../../src/index.ts';
import { findRepository } from '../../src/place/find-repository.ts';
import { localRoot } from '../../src/place/local-root.ts';
import { git } from '../fixtures/git.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
let tree: string;
beforeEach(() => {
  scratch = makeScratch();
  tree = join(scratch.path, 'tree');
  git(scratch.project, 'init', '-q');
  git(scratch.project, 'commit', '-q', '--allow-empty', '-m', 'first');
  git(scratch.project, 'worktree', 'add', '-q', tree);
});
afterEach(() => scratch.dispose());

function load(cwd: string): LoadedSettings {
  return loadSettings({ ...scratch.options, cwd });
}

const allow = (text: string): object => ({ permissions: { allow: [text] } });

describe('in a worktree', () => {
  it('the local file of the main checkout counts, and an older copy in the start directory', () => {
    const main = scratch.write('project/.claude/settings.local.json', allow('Main'));
    scratch.write('project/.claude/settings.json', allow('No'));
    mkdirSync(join(tree, 'sub'));
    scratch.write('tree/sub/.claude/settings.local.json', allow('Old'));
    const loaded = load(join(tree, 'sub'));
    expect(loaded.rules.map(({ text }) => text)).toEqual(['Main', 'Old']);
    expect(loaded.rules[0]).toMatchObject({ file: main, root: join(tree, 'sub'), source: 'local' });
    expect(loaded.trustRoot).toBe(scratch.project);
  });

  it('trust of the main checkout holds', async () => {
    scratch.write('tree/.claude/settings.json', allow('A'));
    expect(load(tree).rules).toEqual([]);
    await trustDirectory(scratch.project, scratch.options);
    expect(load(tree).rules).toHaveLength(1);
  });

  it('a rule is saved in the main checkout, and git doesn’t offer it', async () => {
    const place = { ...scratch.options, cwd: tree };
    const saved = await saveUpdate(
      { type: 'addRules', behavior: 'allow', rules: ['A'], destination: 'local' },
      place,
    );
    expect(saved).toEqual({ ok: true, files: [join(scratch.project, '.sluice/settings.local.json')] });
    expect(readFileSync(join(scratch.project, '.git/info/exclude'), 'utf8')).toContain(
      '**/.sluice/settings.local.json*',
    );
    expect(load(scratch.project).rules.map(({ text }) => text)).toEqual(['A']);
  });
});

describe('a directory that only claims to be a worktree', () => {
  it.each([
    ['by naming the real one’s place', () => `gitdir: ${join(scratch.project, '.git/worktrees/tree')}\n`],
    ['by naming the main repository', () => `gitdir: ${join(scratch.project, '.git')}\n`],
    ['by a place of its own', () => `gitdir: ${join(scratch.path, 'evil/own')}\n`],
  ])('has neither trust nor rules of it: %s', async (_, marker) => {
    await trustDirectory(scratch.project, scratch.options);
    scratch.write('project/.claude/settings.local.json', allow('Main'));
    scratch.write('evil/.git', marker());
    scratch.write('evil/own/commondir', `${join(scratch.project, '.git')}\n`);
    scratch.write('evil/own/gitdir', `${join(scratch.path, 'evil/.git')}\n`);
    scratch.write('evil/.claude/settings.json', allow('Evil'));
    const loaded = load(join(scratch.path, 'evil'));
    expect(loaded.rules).toEqual([]);
    expect(loaded.withheld?.root).toBe(join(scratch.path, 'evil'));
  });
});

describe('a repository', () => {
  it.each([
    ['a broken pointer', 'nonsense'],
    ['an empty file', ''],
    ['a pointer to nothing', 'gitdir: '],
  ])('is not there for %s', (_, text) => {
    scratch.write('project/inner/.git', text);
    expect(findRepository(join(scratch.project, 'inner'))?.root).toBe(scratch.project);
  });

  it('with its directory elsewhere is its own root', () => {
    mkdirSync(join(scratch.path, 'apart'));
    git(join(scratch.path, 'apart'), 'init', '-q', '--separate-git-dir', join(scratch.path, 'store'));
    const found = findRepository(join(scratch.path, 'apart'));
    expect(found).toMatchObject({ root: join(scratch.path, 'apart'), mainRoot: join(scratch.path, 'apart') });
    expect(found?.commonDirectory).toBe(join(scratch.path, 'store'));
  });

  it('of worktrees without a main checkout is each worktree', () => {
    git(scratch.path, 'clone', '-q', '--bare', scratch.project, 'bare.git');
    git(join(scratch.path, 'bare.git'), 'worktree', 'add', '-q', '../only');
    expect(findRepository(join(scratch.path, 'only'))?.mainRoot).toBe(join(scratch.path, 'only'));
  });

  it('that is the home directory, or on Windows, leaves local files in the start directory', () => {
    const repository = findRepository(tree);
    expect(localRoot(tree, scratch.home, repository)).toBe(scratch.project);
    expect(localRoot(tree, scratch.project, repository)).toBe(tree);
    expect(localRoot(tree, scratch.home, repository, 'win32')).toBe(tree);
    expect(localRoot(tree, scratch.home, undefined)).toBe(tree);
  });

  it.runIf(canActAsRoot).each(['.git', '.claude', '.'])(
    'of which others own a part leaves local files in the start directory: %s',
    (name) => {
      mkdirSync(join(scratch.project, '.claude'));
      const part = join(scratch.project, name);
      asRoot('chown', '12345:12345', part);
      try {
        expect(localRoot(tree, scratch.home, findRepository(tree))).toBe(tree);
      } finally {
        // Only its owner may remove what is in it.
        asRoot('chown', `${process.getuid?.()}`, part);
      }
    },
  );

  it('is found from a start directory that is a link', () => {
    symlinkSync(tree, join(scratch.path, 'link'));
    expect(load(join(scratch.path, 'link')).cwd).toBe(realpathSync(tree));
    rmSync(tree, { recursive: true });
    expect(load(join(scratch.path, 'link')).rules).toEqual([]);
  });
});
