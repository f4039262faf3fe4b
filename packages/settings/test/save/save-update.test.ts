import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { PermissionUpdate, UpdateDestination } from '@sluice/core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings, removeSavedRule, saveUpdate } from '../../src/index.ts';
import { git } from '../fixtures/git.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const LOCAL = 'project/.sluice/settings.local.json';
const USER = 'home/.sluice/settings.json';

function add(rules: readonly string[], destination: UpdateDestination = 'local'): PermissionUpdate {
  return { type: 'addRules', behavior: 'allow', rules, destination };
}

function read(file: string): string {
  return readFileSync(join(scratch.path, file), 'utf8');
}

function leftovers(file: string): string[] {
  const directory = dirname(join(scratch.path, file));
  return readdirSync(directory).filter((name) => /\.(?:tmp|lock)/.test(name));
}

describe('a rule is saved', () => {
  it.each<[UpdateDestination, string, number]>([
    ['local', LOCAL, 0o600],
    ['project', 'project/.sluice/settings.json', 0o666 & ~process.umask()],
    ['user', USER, 0o600],
  ])('%s, in a file that is made with its directories', async (destination, file, mode) => {
    const path = join(scratch.path, file);
    expect(await saveUpdate(add(['Bash(npm test)'], destination), scratch.options)).toEqual({
      ok: true,
      files: [path],
    });
    expect(read(file)).toBe('{\n  "permissions": {\n    "allow": [\n      "Bash(npm test)"\n    ]\n  }\n}\n');
    expect(statSync(path).mode & 0o777).toBe(mode);
    expect(leftovers(file)).toEqual([]);
  });

  it('nowhere for the session', async () => {
    expect(await saveUpdate(add(['A'], 'session'), scratch.options)).toEqual({ ok: true, files: [] });
    expect(readdirSync(scratch.project)).toEqual([]);
  });

  it('beside what its author wrote: order, unknown keys, indentation, ends of lines, mark', async () => {
    const before =
      '\uFEFF{\r\n\t"zebra": {"a":  1},\r\n\t"permissions": {\r\n\t\t"deny": ["X"],\r\n\t\t"allow": [\r\n\t\t\t"A"\r\n\t\t]\r\n\t},\r\n\t"constructor": 0\r\n}\r\n';
    scratch.write(USER, before);
    await saveUpdate(add(['B', 'A', 'B', 'C'], 'user'), scratch.options);
    expect(read(USER)).toBe(before.replace('"A"', '"A",\r\n\t\t\t"B",\r\n\t\t\t"C"'));
  });

  it('once', async () => {
    const path = scratch.write(USER, { permissions: { allow: ['A'] } });
    const { mtimeMs, ino } = statSync(path);
    expect(await saveUpdate(add(['A', 'A'], 'user'), scratch.options)).toEqual({ ok: true, files: [] });
    expect(statSync(path)).toMatchObject({ mtimeMs, ino });
  });

  it('into a blank file, and into an empty list', async () => {
    for (const text of ['', ' \n', '{}', '{"permissions":{}}', '{"permissions":{"allow":[]}}']) {
      scratch.write(USER, text);
      await saveUpdate(add(['A'], 'user'), scratch.options);
      expect(JSON.parse(read(USER))).toEqual({ permissions: { allow: ['A'] } });
    }
  });

  it('through links, of the file and of its directory, and the mode stays', async () => {
    const real = scratch.write('dotfiles/s.json', { permissions: { allow: ['A'] } });
    chmodSync(real, 0o640);
    mkdirSync(join(scratch.path, 'dotfiles/sluice'));
    symlinkSync('../s.json', join(scratch.path, 'dotfiles/sluice/settings.json'));
    symlinkSync('../dotfiles/sluice', join(scratch.home, '.sluice'));
    expect(await saveUpdate(add(['B'], 'user'), scratch.options)).toMatchObject({ ok: true });
    expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual({ permissions: { allow: ['A', 'B'] } });
    expect(lstatSync(join(scratch.home, USER.slice(5))).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
  });

  it('where a link points to nothing yet', async () => {
    mkdirSync(join(scratch.home, '.sluice'));
    symlinkSync('../later/s.json', join(scratch.path, USER));
    expect(await saveUpdate(add(['A'], 'user'), scratch.options)).toMatchObject({ ok: true });
    expect(JSON.parse(read('home/later/s.json'))).toEqual({ permissions: { allow: ['A'] } });
  });

  it('and counts when it is read again', async () => {
    const texts = fc.array(
      fc
        .tuple(
          fc.constantFrom('Bash', 'Read', 'toString'),
          fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
        )
        .map(([tool, specifier]) => `${tool}(${specifier})`)
        .filter((text) => !/\p{Cc}|\p{Cs}/u.test(text) && !/\(\s*\)$/.test(text)),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (rules) => {
        const saved = await saveUpdate(
          { type: 'replaceRules', behavior: 'deny', rules, destination: 'user' },
          scratch.options,
        );
        expect(saved.ok).toBe(true);
        const found = loadSettings(scratch.options).rules.map(({ text }) => text);
        expect(found).toEqual([...new Set(rules)]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the repository’s excludes', () => {
  const exclude = 'project/.git/info/exclude';
  beforeEach(() => git(scratch.project, 'init', '-q'));

  it('take in the local file when it is made, once', async () => {
    scratch.write(exclude, '*.log');
    await saveUpdate(add(['A']), scratch.options);
    await saveUpdate(add(['B']), scratch.options);
    expect(read(exclude)).toBe('*.log\n**/.sluice/settings.local.json*\n');
  });

  it('stay as they are for other files', async () => {
    const before = read(exclude);
    await saveUpdate(add(['A'], 'project'), scratch.options);
    await saveUpdate(add(['A'], 'user'), scratch.options);
    expect(read(exclude)).toBe(before);
  });

  it('that can’t be written cost a warning and no rule', async () => {
    symlinkSync('/nowhere/x/y', join(scratch.path, exclude.replace('exclude', 'gone')));
    scratch.write(exclude, Buffer.from([0xff]));
    const saved = await saveUpdate(add(['A']), scratch.options);
    expect(saved).toMatchObject({ ok: true, files: [join(scratch.path, LOCAL)] });
    expect(saved).toHaveProperty('warning');
  });
});

describe('nothing is saved, and the file stays as it is', () => {
  it.each([
    ['a broken file', '{"permissions": {"allow": ["A"]', 'unparsable', 1],
    ['a comment', '{\n// why\n}', 'unparsable', 2],
    ['permissions that are not object', '{\n"permissions": []}', 'unparsable', 2],
    ['a list that is none', '{"permissions": {\n"allow": "A"}}', 'unparsable', 2],
    ['a key twice', '{"permissions": {},\n"permissions": {}}', 'unparsable', 2],
    ['a list', '[]', 'unparsable', 1],
  ])('%s', async (_, text, code, line) => {
    const file = scratch.write(USER, text);
    expect(await saveUpdate(add(['B'], 'user'), scratch.options)).toMatchObject({
      ok: false,
      code,
      file,
      line,
    });
    expect(read(USER)).toBe(text);
    expect(leftovers(USER)).toEqual([]);
  });

  it.each<[string, PermissionUpdate]>([
    ['a rule that can’t be taken apart', add(['Bash('], 'user')],
    ['auto for a project', { type: 'setMode', mode: 'auto', destination: 'project' }],
  ])('%s', async (_, update) => {
    expect(await saveUpdate(update, scratch.options)).toMatchObject({ ok: false, code: 'invalid' });
    expect(readdirSync(scratch.project)).toEqual([]);
  });

  it('where only managed rules count', async () => {
    scratch.write('managed/managed-settings.json', { allowManagedPermissionRulesOnly: true });
    expect(await saveUpdate(add(['A']), scratch.options)).toMatchObject({ ok: false, code: 'managed-only' });
    expect(readdirSync(scratch.project)).toEqual([]);
  });

  it('without a home', async () => {
    const place = { ...scratch.options, home: undefined };
    expect(await saveUpdate(add(['A'], 'user'), place)).toMatchObject({ ok: false, code: 'no-place' });
  });

  it.each([
    ['a directory in its place', (path: string) => mkdirSync(path, { recursive: true }), 'unparsable'],
    [
      'links in a circle',
      (path: string) => (mkdirSync(dirname(path)), symlinkSync(path, path)),
      'unwritable',
    ],
    [
      'a device',
      (path: string) => (mkdirSync(dirname(path)), symlinkSync('/dev/full', path)),
      // Only root may make the lock beside it, and comes as far as to read it.
      process.getuid?.() === 0 ? 'unparsable' : 'unwritable',
    ],
  ])('%s', async (_, make, code) => {
    make(join(scratch.path, USER));
    expect(await saveUpdate(add(['A'], 'user'), scratch.options)).toMatchObject({ ok: false, code });
  });

  it('a file where a directory should be', async () => {
    scratch.write('home/.sluice', 'x');
    const saved = await saveUpdate(add(['A'], 'user'), scratch.options);
    expect(saved).toMatchObject({ ok: false, code: 'unwritable' });
  });
});

describe('other updates', () => {
  it('remove a rule from every file of its source', async () => {
    scratch.write(LOCAL, { permissions: { allow: ['A', 'B', 'A'], deny: ['A'] } });
    scratch.write('project/.claude/settings.local.json', { permissions: { allow: [' A ', 7] } });
    scratch.write(USER, { permissions: { allow: ['A'] } });
    const saved = await removeSavedRule({ behavior: 'allow', text: 'A', source: 'local' }, scratch.options);
    expect(saved).toMatchObject({ ok: true, files: [{}, {}].map(() => expect.any(String)) });
    expect(JSON.parse(read(LOCAL))).toEqual({ permissions: { allow: ['B'], deny: ['A'] } });
    expect(JSON.parse(read('project/.claude/settings.local.json'))).toEqual({ permissions: { allow: [7] } });
    expect(JSON.parse(read(USER))).toEqual({ permissions: { allow: ['A'] } });
  });

  it('remove nothing where there is nothing, and make no file for that', async () => {
    for (const source of ['local', 'project', 'user'] as const) {
      const saved = await removeSavedRule({ behavior: 'deny', text: 'A', source }, scratch.options);
      expect(saved).toEqual({ ok: true, files: [] });
    }
    expect([...readdirSync(scratch.project), ...readdirSync(scratch.home)]).toEqual([]);
  });

  it.each(['managed', 'cli'] as const)('can’t remove what is %s', async (source) => {
    const saved = await removeSavedRule({ behavior: 'deny', text: 'A', source }, scratch.options);
    expect(saved).toMatchObject({ ok: false, code: 'invalid' });
  });

  it('warn of another file of the source that is broken', async () => {
    scratch.write(LOCAL, { permissions: { allow: ['A'] } });
    scratch.write('project/.claude/settings.local.json', '{');
    const saved = await removeSavedRule({ behavior: 'allow', text: 'A', source: 'local' }, scratch.options);
    expect(saved).toMatchObject({ ok: true, files: [join(scratch.path, LOCAL)] });
    expect(saved).toHaveProperty('warning');
  });

  it('replace the rules of one behavior in a source', async () => {
    scratch.write('project/.claude/settings.local.json', { permissions: { allow: ['A'], deny: ['D'] } });
    const update = {
      type: 'replaceRules',
      behavior: 'allow',
      rules: ['B', 'C'],
      destination: 'local',
    } as const;
    await saveUpdate(update, scratch.options);
    expect(loadSettings(scratch.options).rules.map(({ text }) => text)).toEqual(['B', 'C', 'D']);
    expect(await saveUpdate(update, scratch.options)).toEqual({ ok: true, files: [] });
  });

  it('set the mode', async () => {
    await saveUpdate({ type: 'setMode', mode: 'plan', destination: 'project' }, scratch.options);
    expect(loadSettings(scratch.options).setting('permissions.defaultMode')?.value).toBe('plan');
    expect(existsSync(join(scratch.path, 'project/.sluice/settings.json'))).toBe(true);
  });

  it('add directories, and remove them however they are spelled', async () => {
    scratch.write('home/.claude/settings.json', {
      permissions: { additionalDirectories: ['~', '/elsewhere'] },
    });
    const directories = [scratch.home, scratch.project];
    await saveUpdate({ type: 'addDirectories', directories, destination: 'user' }, scratch.options);
    expect(loadSettings(scratch.options).directories.map(({ path }) => path)).toEqual([
      ...directories,
      scratch.home,
    ]);
    await saveUpdate(
      { type: 'removeDirectories', directories: [scratch.home], destination: 'user' },
      scratch.options,
    );
    expect(JSON.parse(read('home/.claude/settings.json'))).toEqual({
      permissions: { additionalDirectories: ['/elsewhere'] },
    });
    expect(JSON.parse(read(USER))).toEqual({ permissions: { additionalDirectories: [scratch.project] } });
  });
});

describe.each(['local', 'project'] as const)('what is saved for the %s', (destination) => {
  const name = destination === 'local' ? 'settings.local.json' : 'settings.json';
  it.each(['the file', 'its directory', 'a file that is not there'])(
    'does not follow a link out of it: %s',
    async (what) => {
      scratch.write(USER, '{}');
      const directory = join(scratch.path, 'project/.sluice');
      if (what === 'its directory') symlinkSync('../home/.sluice', directory);
      else {
        mkdirSync(directory, { recursive: true });
        const target =
          what === 'the file' ? '../../home/.sluice/settings.json' : '../../home/.sluice/new.json';
        symlinkSync(target, join(directory, name));
      }
      const result = await saveUpdate(add(['Bash(touch *)'], destination), scratch.options);
      expect(result).toMatchObject({ ok: false, code: 'unwritable' });
      expect(read(USER)).toBe('{}');
      expect(existsSync(join(scratch.path, 'home/.sluice/new.json'))).toBe(false);
    },
  );
});
