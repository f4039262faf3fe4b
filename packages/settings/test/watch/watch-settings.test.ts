import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings, saveUpdate, trustDirectory, watchSettings } from '../../src/index.ts';
import type { LoadedSettings, SettingsWatch } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
let watch: SettingsWatch | undefined;
let waiting: (() => void) | undefined;
let keepAlive: NodeJS.Timeout;
beforeEach(() => {
  scratch = makeScratch();
  // A watch keeps no process alive, so something else must.
  keepAlive = setInterval(() => undefined, 60_000);
});
afterEach(() => {
  clearInterval(keepAlive);
  watch?.close();
  waiting = undefined;
  scratch.dispose();
});

function start(): void {
  watch = watchSettings(scratch.options, () => waiting?.());
}

function rulesNow(): string {
  return (
    watch
      ?.current()
      .rules.map(({ text }) => text)
      .join(' ') ?? ''
  );
}

/** Waits until the rules are these. */
async function becomes(rules: string): Promise<void> {
  while (rulesNow() !== rules) await new Promise<void>((done) => (waiting = done));
}

const USER = 'home/.claude/settings.json';
const allow = (...texts: string[]): object => ({ permissions: { allow: texts } });

describe('the settings follow a file that', () => {
  it('is written in place', async () => {
    scratch.write(USER, allow('A'));
    start();
    expect(rulesNow()).toBe('A');
    scratch.write(USER, allow('B'));
    await becomes('B');
  });

  it('is written twice with the same length', async () => {
    scratch.write(USER, allow('A'));
    start();
    scratch.write(USER, allow('B'));
    scratch.write(USER, allow('C'));
    await becomes('C');
    scratch.write(USER, allow('D'));
    await becomes('D');
  });

  it('comes with its directory, and goes', async () => {
    start();
    scratch.write('project/.sluice/settings.local.json', allow('A'));
    await becomes('A');
    rmSync(join(scratch.project, '.sluice'), { recursive: true });
    await becomes('');
    scratch.write('project/.sluice/settings.local.json', allow('B'));
    await becomes('B');
  });

  it('is replaced by a rename, again and again', async () => {
    scratch.write(USER, allow('A'));
    start();
    for (const text of ['B', 'C', 'D']) {
      renameSync(scratch.write('home/.claude/new.json', allow(text)), join(scratch.path, USER));
      await becomes(text);
    }
  });

  it('is a link: its target changes, and it is linked anew', async () => {
    scratch.write('dotfiles/one.json', allow('A'));
    scratch.write('others/two.json', allow('B'));
    mkdirSync(join(scratch.home, '.claude'));
    const link = join(scratch.path, USER);
    symlinkSync('../../dotfiles/one.json', link);
    start();
    expect(rulesNow()).toBe('A');
    renameSync(scratch.write('dotfiles/new', allow('A2')), join(scratch.path, 'dotfiles/one.json'));
    await becomes('A2');
    symlinkSync('../../others/two.json', `${link}.new`);
    renameSync(`${link}.new`, link);
    await becomes('B');
    scratch.write('others/two.json', allow('B2'));
    await becomes('B2');
  });

  it('is in a directory that is a link', async () => {
    scratch.write('one/settings.json', allow('A'));
    scratch.write('two/settings.json', allow('B'));
    symlinkSync('../one', join(scratch.home, '.claude'));
    start();
    symlinkSync('../two', join(scratch.home, 'next'));
    renameSync(join(scratch.home, 'next'), join(scratch.home, '.claude'));
    await becomes('B');
  });

  it('belongs to a policy and comes later', async () => {
    start();
    scratch.write('managed/managed-settings.d/a.json', allow('A'));
    await becomes('A');
    scratch.write('managed/managed-settings.d/b.json', allow('B'));
    await becomes('B A');
  });

  it('was saved by a decision, or needs trust that comes later', async () => {
    scratch.write('project/.claude/settings.json', allow('P'));
    start();
    expect(rulesNow()).toBe('');
    await trustDirectory(scratch.project, scratch.options);
    await becomes('P');
    await saveUpdate(
      { type: 'addRules', behavior: 'allow', rules: ['S'], destination: 'local' },
      scratch.options,
    );
    await becomes('S P');
  });
});

describe('a file that can’t be read for now', () => {
  const both = { permissions: { allow: ['A'], deny: ['D'], additionalDirectories: ['~'] } };

  it('forbids what it forbade and allows nothing, until it can be read', async () => {
    scratch.write(USER, both);
    start();
    expect(rulesNow()).toBe('D A');
    scratch.write(USER, '{"permissions": {"allow": ["A"');
    await becomes('D');
    expect(watch?.current()).toMatchObject({
      directories: [],
      problems: [{ code: 'syntax' }],
      layers: [{ isStale: true, value: { permissions: { deny: ['D'] } } }],
    });
    scratch.write(USER, '');
    scratch.write('home/.sluice/settings.json', allow('Other'));
    await becomes('Other D');
    scratch.write(USER, allow('B'));
    await becomes('Other B');
    expect(watch?.current().problems).toEqual([]);
  });

  it('is forgotten when it is removed', async () => {
    const file = scratch.write(USER, both);
    start();
    writeFileSync(file, '{');
    await becomes('D');
    rmSync(file);
    await becomes('');
  });

  it('has nothing to hold on to when it is broken from the start', () => {
    scratch.write(USER, '{"permissions": {"deny": ["D"]');
    start();
    expect(rulesNow()).toBe('');
  });
});

it('nothing is reported while nothing says anything new', async () => {
  const reports: LoadedSettings[] = [];
  scratch.write(USER, allow('A'));
  watch = watchSettings(scratch.options, (loaded) => {
    reports.push(loaded);
    waiting?.();
  });
  for (let index = 0; index < 20; index += 1) {
    scratch.write(USER, allow('A'));
    scratch.write('home/.claude/unrelated.json', String(index));
  }
  scratch.write('home/.sluice/settings.json', allow('B'));
  await becomes('B A');
  expect(reports).toHaveLength(1);
  expect(reports[0]?.rules).toEqual(loadSettings(scratch.options).rules);
});
