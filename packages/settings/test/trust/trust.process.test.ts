import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isTrusted, loadSettings, startMode, trustDirectory } from '../../src/index.ts';
import type { LoadedSettings, SettingsOptions } from '../../src/index.ts';
import { isTracked } from '../../src/trust/is-tracked.ts';
import { git } from '../fixtures/git.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const EVERYTHING = {
  permissions: {
    allow: ['A'],
    ask: ['B'],
    deny: ['C'],
    additionalDirectories: ['.'],
    defaultMode: 'acceptEdits',
  },
};

function load(more: Partial<SettingsOptions> = {}): LoadedSettings {
  return loadSettings({ ...scratch.options, ...more });
}

function grants(loaded: LoadedSettings): string {
  const rules = loaded.rules.map(({ text }) => text).join('');
  return `${rules} ${loaded.directories.length} ${loaded.modes.length}`;
}

const ALL = 'CBA 1 1';
const TIGHT = 'CB 0 0';

describe('what files of a repository allow', () => {
  it('is withheld with a notice, and what they forbid counts', async () => {
    git(scratch.project, 'init', '-q');
    scratch.write('project/.claude/settings.json', EVERYTHING);
    const loaded = load();
    expect(grants(loaded)).toBe(TIGHT);
    expect(startMode(loaded).mode).toBe('default');
    expect(loaded.withheld).toMatchObject({
      root: scratch.project,
      rules: [{ behavior: 'allow', text: 'A', line: 4 }],
      directories: [{ path: scratch.project }],
      modes: [{ mode: 'acceptEdits' }],
    });
    expect(loaded.withheld?.notice).toContain('1 allow rule and 1 additional directory and 1 start mode');

    expect(await trustDirectory(scratch.project, scratch.options)).toMatchObject({ ok: true });
    expect(grants(load())).toBe(ALL);
    expect(load().withheld).toBeUndefined();
    expect(startMode(load()).mode).toBe('acceptEdits');
  });

  it.each([
    ['the root', 'project', ALL],
    ['a directory above', '', TIGHT],
    ['a directory below', 'project/sub', TIGHT],
  ])('counts where another program noted trust for %s', (_, path, expected) => {
    git(scratch.project, 'init', '-q');
    mkdirSync(join(scratch.project, 'sub'));
    scratch.write('project/sub/.claude/settings.json', EVERYTHING);
    const projects = { [join(scratch.path, path)]: { hasTrustDialogAccepted: true } };
    scratch.write('home/.claude.json', { projects });
    expect(grants(load({ cwd: join(scratch.project, 'sub') }))).toBe(expected);
  });

  it.each([
    ['false', { hasTrustDialogAccepted: false }],
    ['text', { hasTrustDialogAccepted: 'true' }],
    ['nothing', {}],
    ['null', null],
  ])('doesn’t count where the note says %s', (_, note) => {
    scratch.write('home/.claude.json', { projects: { [scratch.project]: note } });
    scratch.write('project/.claude/settings.json', EVERYTHING);
    expect(grants(load())).toBe(TIGHT);
  });

  it('survives a note that is broken', () => {
    scratch.write('home/.claude.json', '{');
    scratch.write('home/.sluice/trust.json', '[');
    scratch.write('project/.claude/settings.json', EVERYTHING);
    expect(grants(load())).toBe(TIGHT);
  });

  it('finds the note in a directory that was moved', () => {
    const moved = scratch.write('moved/.claude.json', {
      projects: { [scratch.project]: { hasTrustDialogAccepted: true } },
    });
    expect(isTrusted(scratch.project, { home: scratch.home, env: {} })).toBe(false);
    const env = { CLAUDE_CONFIG_DIR: join(moved, '..') };
    expect(isTrusted(scratch.project, { home: scratch.home, env })).toBe(true);
  });
});

describe('a local file', () => {
  const file = 'project/.claude/settings.local.json';

  it('counts where git doesn’t track it', () => {
    git(scratch.project, 'init', '-q');
    scratch.write(file, EVERYTHING);
    scratch.write('project/other/.claude/settings.local.json', {});
    git(scratch.project, 'add', 'other');
    expect(grants(load())).toBe(ALL);
  });

  it('counts outside git', () => {
    scratch.write(file, EVERYTHING);
    expect(grants(load())).toBe(ALL);
  });

  it.each(['2', '3', '4'])('that git tracks needs trust, in index version %s', (version) => {
    git(scratch.project, 'init', '-q');
    scratch.write(file, EVERYTHING);
    git(scratch.project, 'add', '-f', file.slice('project/'.length));
    // Version 3 is written only where an entry needs its longer flags.
    if (version === '3') {
      scratch.write('project/later', '');
      git(scratch.project, 'add', '-N', 'later', '.claude');
    } else git(scratch.project, 'update-index', '--index-version', version);
    expect(readFileSync(join(scratch.project, '.git/index')).readUInt32BE(4)).toBe(Number(version));
    expect(grants(load())).toBe(TIGHT);
  });

  it('with longer flags of its own is found', () => {
    git(scratch.project, 'init', '-q');
    scratch.write(file, EVERYTHING);
    git(scratch.project, 'add', '-N', '-f', '.claude/settings.local.json');
    expect(isTracked(join(scratch.project, '.git'), '.claude/settings.local.json')).toBe(true);
    expect(isTracked(join(scratch.project, '.git'), '.claude/settings.json')).toBe(false);
  });

  it.each([
    ['a split index', (root: string) => git(root, 'update-index', '--split-index')],
    ['an index of another kind', (root: string) => writeFileSync(join(root, '.git/index'), 'x'.repeat(100))],
    [
      'an index that is a FIFO',
      (root: string) => {
        rmSync(join(root, '.git/index'));
        execFileSync('mkfifo', [join(root, '.git/index')]);
      },
    ],
  ])('needs trust where it can’t be told: %s', (_, change) => {
    git(scratch.project, 'init', '-q');
    scratch.write('project/a', '');
    git(scratch.project, 'add', 'a');
    scratch.write(file, EVERYTHING);
    expect(grants(load())).toBe(ALL);
    change(scratch.project);
    expect(grants(load())).toBe(TIGHT);
  });

  it.each([
    ['a submodule', true, true],
    ['a submodule that has been taken out of its repository', true, false],
    ['a repository that the outer one doesn’t track', false, true],
  ])('in %s needs trust', (_, isTracked, hasRepository) => {
    const inner = join(scratch.project, '.claude');
    git(scratch.project, 'init', '-q');
    scratch.write(file, EVERYTHING);
    git(inner, 'init', '-q');
    git(inner, 'add', '-f', '.');
    git(inner, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x');
    if (isTracked) git(scratch.project, '-c', 'advice.addEmbeddedRepo=false', 'add', '.claude');
    if (!hasRepository) rmSync(join(inner, '.git'), { recursive: true });
    expect(grants(load())).toBe(TIGHT);
  });

  it('under a linked directory needs trust', () => {
    git(scratch.project, 'init', '-q');
    scratch.write('project/config/settings.local.json', EVERYTHING);
    symlinkSync('config', join(scratch.project, '.claude'));
    expect(grants(load())).toBe(TIGHT);
  });
});

it('trust is noted once, in a private file, and other notes stay', async () => {
  const file = scratch.write('home/.sluice/trust.json', '{"other": 1}');
  await trustDirectory(scratch.project, scratch.options);
  symlinkSync(scratch.project, join(scratch.path, 'link'));
  expect(await trustDirectory(join(scratch.path, 'link'), scratch.options)).toEqual({ ok: true, files: [] });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ other: 1, roots: [scratch.project] });
  rmSync(file);
  await trustDirectory(scratch.project, scratch.options);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const nowhere = await trustDirectory(scratch.project, { home: undefined, env: {} });
  expect(nowhere).toMatchObject({ ok: false, code: 'no-place' });
});
