import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings, problemText } from '../src/index.ts';
import type { LoadedSettings, SettingsOptions } from '../src/index.ts';
import { makeScratch, type Scratch } from './scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

function load(more: Partial<SettingsOptions> = {}): LoadedSettings {
  return loadSettings({ ...scratch.options, ...more });
}

function rulesOf(loaded: LoadedSettings): string[] {
  return loaded.rules.map(({ source, behavior, text }) => `${source} ${behavior} ${text}`);
}

function problemsOf(loaded: LoadedSettings): string[] {
  return loaded.problems.map((problem) => problemText(problem).replace(`${scratch.path}/`, ''));
}

const rule = (behavior: string, ...texts: string[]): object => ({ permissions: { [behavior]: texts } });

describe('sources', () => {
  it('takes the policy of a starting program for an administrator’s only where there is none', () => {
    const text = JSON.stringify({ ...rule('deny', 'Host'), allowManagedPermissionRulesOnly: true });
    const alone = load({ managedTexts: [text] });
    expect([problemsOf(alone), rulesOf(alone), alone.isManagedOnly]).toEqual([
      [],
      ['managed deny Host'],
      true,
    ]);
    scratch.write('managed/managed-settings.json', rule('deny', 'Admin'));
    const beside = load({ managedTexts: [text] });
    expect([rulesOf(beside), beside.isManagedOnly]).toEqual([['managed deny Admin', 'cli deny Host'], false]);
  });

  it('reads all, the highest first, and .sluice above .claude', () => {
    const files = [
      'managed/managed-settings.d/20-b.json',
      'managed/managed-settings.d/10-a.json',
      'managed/managed-settings.json',
      'given.json',
      'project/.sluice/settings.local.json',
      'project/.claude/settings.local.json',
      'project/.sluice/settings.json',
      'project/.claude/settings.json',
      'home/.sluice/settings.json',
      'home/.claude/settings.json',
    ];
    for (const [index, file] of files.entries()) {
      scratch.write(file, { permissions: { deny: [`D${index}`] }, outputStyle: `style${index}` });
    }
    scratch.write('managed/managed-settings.d/.hidden.json', rule('deny', 'Hidden'));
    scratch.write('managed/managed-settings.d/notes.txt', 'no');
    const loaded = load({ files: ['../given.json'], commandLine: { deny: ['Flag'] } });
    expect(problemsOf(loaded)).toEqual([]);
    expect(loaded.layers.map(({ file }) => file?.slice(scratch.path.length + 1))).toEqual(files);
    expect(rulesOf(loaded)).toEqual([
      'managed deny D0',
      'managed deny D1',
      'managed deny D2',
      'cli deny Flag',
      'cli deny D3',
      'local deny D4',
      'local deny D5',
      'project deny D6',
      'project deny D7',
      'user deny D8',
      'user deny D9',
    ]);
    expect(loaded.setting('outputStyle')?.value).toBe('style0');
    expect(loaded.traced('outputStyle')).toHaveLength(files.length);
  });

  it.each([
    ['managed', 0],
    ['cli', 1],
    ['local', 2],
    ['project', 3],
    ['user', 4],
  ])('of a single value the highest that sets it wins: %s', (source, first) => {
    const files = [
      'managed/managed-settings.json',
      'given.json',
      'project/.claude/settings.local.json',
      'project/.claude/settings.json',
      'home/.claude/settings.json',
    ];
    for (const [index, file] of files.entries()) {
      scratch.write(file, index < first ? {} : { outputStyle: `style${index}` });
    }
    scratch.write('home/.sluice/trust.json', { roots: [scratch.project] });
    const setting = load({ files: [join(scratch.path, 'given.json')] }).setting('outputStyle');
    const file = join(scratch.path, files[first] ?? '');
    expect(setting).toMatchObject({ value: `style${first}`, origins: [{ source, file, line: 2 }] });
  });

  it('finds the directories that the environment moved', () => {
    scratch.write('a/settings.json', rule('deny', 'A'));
    scratch.write('b/settings.json', rule('deny', 'B'));
    scratch.write('home/.sluice/settings.json', rule('deny', 'No'));
    scratch.write('home/.claude/settings.json', rule('deny', 'No'));
    const env = { SLUICE_CONFIG_DIR: join(scratch.path, 'a'), CLAUDE_CONFIG_DIR: join(scratch.path, 'b') };
    expect(rulesOf(load({ env }))).toEqual(['user deny A', 'user deny B']);
  });

  it('reads the project file in the start directory only', () => {
    scratch.write('project/.claude/settings.json', rule('deny', 'Above'));
    mkdirSync(join(scratch.project, 'sub'));
    expect(load({ cwd: join(scratch.project, 'sub') }).layers).toEqual([]);
  });

  it('leaves out what was not asked for, but never policy', () => {
    scratch.write('managed/managed-settings.json', rule('deny', 'M'));
    scratch.write('project/.claude/settings.json', rule('deny', 'P'));
    scratch.write('home/.claude/settings.json', rule('deny', 'U'));
    expect(rulesOf(load({ sources: ['user'] }))).toEqual(['managed deny M', 'user deny U']);
    expect(rulesOf(load({ sources: [] }))).toEqual(['managed deny M']);
  });

  it('reads in the home directory the user’s file as the user’s', () => {
    scratch.write('home/.claude/settings.json', rule('allow', 'Bash'));
    const loaded = load({ cwd: scratch.home });
    expect(rulesOf(loaded)).toEqual(['user allow Bash']);
    expect(loaded.withheld).toBeUndefined();
  });

  it('takes JSON in place of a path, and the later above the earlier', () => {
    const loaded = load({ files: ['{"permissions":{"allow":["A"]}}', ' {"permissions":{"allow":["B"]}}'] });
    expect(rulesOf(loaded)).toEqual(['cli allow B', 'cli allow A']);
    expect(loaded.rules[0]).toMatchObject({ root: scratch.project });
    expect(loaded.rules[0]).not.toHaveProperty('file');
  });

  it('works without a home and in a directory that is gone', () => {
    expect(load({ home: undefined, cwd: join(scratch.path, 'gone') }).rules).toEqual([]);
  });
});

describe('rules', () => {
  it('carry their file, their line and the root of their path patterns', () => {
    const user = scratch.write(
      'home/.claude/settings.json',
      '\uFEFF{\n "permissions": {\n  "deny": [\n   "A",\n   "B"]}}',
    );
    const given = scratch.write('elsewhere/given.json', rule('ask', 'C'));
    const local = scratch.write('project/.claude/settings.local.json', rule('deny', 'D'));
    const project = scratch.write('project/.claude/settings.json', rule('deny', 'E'));
    const loaded = load({ files: [given], commandLine: { allow: ['F'] } });
    expect(loaded.rules.map(({ text, file, line, root }) => [text, file, line, root])).toEqual([
      ['F', undefined, undefined, scratch.project],
      ['C', given, 4, join(scratch.path, 'elsewhere')],
      ['D', local, 4, scratch.project],
      ['E', project, 4, scratch.project],
      ['A', user, 4, join(scratch.home, '.claude')],
      ['B', user, 5, join(scratch.home, '.claude')],
    ]);
    expect(loaded.rules.every((each) => Object.isFrozen(each))).toBe(true);
  });

  it('come from ignorePatterns too, as denied reads', () => {
    scratch.write('home/.claude/settings.json', { ignorePatterns: ['secrets/**', 7] });
    const loaded = load();
    expect(rulesOf(loaded)).toEqual(['user deny Read(secrets/**)']);
    expect(problemsOf(loaded)).toEqual([
      'home/.claude/settings.json:4:5: Entry 2 of "ignorePatterns" is not a string and is left out: write it in double quotes.',
    ]);
  });

  it('named after what every object has are ordinary', () => {
    scratch.write(
      'home/.claude/settings.json',
      '{"__proto__": {"permissions": {"allow": ["No"]}}, "toString": 1, "constructor": {"a": 1},' +
        ' "permissions": {"__proto__": ["No"], "allow": ["toString", "constructor", "__proto__"]}}',
    );
    const loaded = load();
    expect(rulesOf(loaded)).toEqual([
      'user allow toString',
      'user allow constructor',
      'user allow __proto__',
    ]);
    expect(loaded.setting('__proto__.permissions')?.value).toEqual({ allow: ['No'] });
    expect(loaded.setting('hasOwnProperty')).toBeUndefined();
    expect(loaded.setting('permissions.allow.length')).toBeUndefined();
  });
});

describe('what can’t be used is told with its place, and the rest counts', () => {
  it.each([
    ['a rule without its end', '{"permissions":{"deny":["Bash(x","Read"]}}', '1:25', ['user deny Read']],
    ['a rule that is a number', '{"permissions":{"deny":[7,"Read"]}}', '1:25', ['user deny Read']],
    ['a list that is a string', '{"permissions":{"deny":"Read","ask":["Bash"]}}', '1:17', ['user ask Bash']],
    ['a misspelled key', '{"permissions":{"Allow":["Read"],"ask":["Bash"]}}', '1:17', ['user ask Bash']],
    ['an unknown key', '{"permissions":{"whatever":["Read"],"ask":["Bash"]}}', '1:17', ['user ask Bash']],
    ['a key for a key', '{"permissions":{"allowed":["Read"],"ask":["Bash"]}}', '1:17', ['user ask Bash']],
    ['a misspelled top key', '{"permission":{"deny":["Read"]}}', '1:2', []],
    ['a rule list outside permissions', '{"deny":["Read"]}', '1:2', []],
    ['permissions that are a list', '{"permissions":["Read"]}', '1:2', []],
    ['a key twice', '{"permissions":{"deny":["A"],"deny":["B"]}}', '1:30', ['user deny B']],
    ['a comment', '{\n// no\n}', '2:1', []],
    ['a truncated file', '{"permissions":{"deny":["A"]', '1:29', []],
    ['an empty file', '', '1:1', []],
    ['a list', '[]', '1:1', []],
    ['a mode that is none', '{"permissions":{"defaultMode":"acceptedits"}}', '1:17', []],
    ['a directory that is not there', '{"permissions":{"additionalDirectories":["/nowhere/x"]}}', '1:42', []],
    ['a lock that only a policy may set', '{"allowManagedPermissionRulesOnly":true}', '1:2', []],
  ])('%s', (_, text, place, rules) => {
    scratch.write('home/.claude/settings.json', text);
    scratch.write('home/.sluice/settings.json', rule('deny', 'Other'));
    const loaded = load();
    expect(rulesOf(loaded)).toEqual(['user deny Other', ...rules]);
    expect(loaded.problems.map(({ line, column }) => `${line}:${column}`)).toEqual([place]);
    const isLost = loaded.problems[0]?.message.startsWith(
      "Sluice can't tell what this file allows and denies",
    );
    expect(loaded.problems[0]?.severity).toBe(isLost === true ? 'error' : 'warning');
  });

  it.each([
    ['permissions.alow', '{"permissions":{"alow":[]}}', '"allow"'],
    ['permissions.disallowedTools', '{"permissions":{"disallowedTools":[]}}', '"deny"'],
    ['permission', '{"permission":{}}', '"permissions"'],
    ['allow', '{"allow":[]}', '"allow" inside "permissions"'],
    ['the mode', '{"permissions":{"defaultMode":"acceptedits"}}', '"acceptEdits"'],
  ])('and says the right spelling: %s', (_, text, spelling) => {
    scratch.write('home/.claude/settings.json', text);
    expect(load().problems[0]?.message).toContain(spelling);
  });

  it('tolerates keys that it does not know', () => {
    scratch.write('home/.claude/settings.json', {
      $schema: 'x',
      statusLine: {},
      somethingNew: [1],
      apiKeyHelper: '',
    });
    const loaded = load();
    expect(loaded.problems).toEqual([]);
    expect(loaded.setting('somethingNew')?.value).toEqual([1]);
  });

  it('and of very many only the first', () => {
    scratch.write(
      'home/.claude/settings.json',
      rule('deny', ...Array.from({ length: 1000 }, () => '('), 'Read'),
    );
    const loaded = load();
    expect(rulesOf(loaded)).toEqual(['user deny Read']);
    expect(loaded.problems).toHaveLength(51);
    expect(loaded.problems.at(-1)?.message).toContain('950 more problems');
  });

  it('a policy and a file asked for by name are errors', () => {
    scratch.write('managed/managed-settings.json', '{');
    scratch.write('managed/managed-settings.d/more.json', rule('deny', 'Still'));
    const loaded = load({ files: ['absent.json', '{', '/dev/zero'], commandLine: { deny: ['B('] } });
    expect(rulesOf(loaded)).toEqual(['managed deny Still']);
    expect(loaded.problems.map(({ severity, source, code }) => `${severity} ${source} ${code}`)).toEqual([
      'error managed syntax',
      'error cli not-a-file',
      'error cli syntax',
      'error cli unreadable',
      'error cli malformed-rule',
    ]);
  });
});

describe('what a policy denies', () => {
  it.each<[string, object]>([
    ['servers as a name', { deniedMcpServers: 'f' }],
    ['servers as names', { deniedMcpServers: ['f'] }],
    ['a server under a wrong key', { deniedMcpServers: [{ serverName: 'a' }, { serverNam: 'f' }] }],
    ['a server without a scheme', { deniedMcpServers: [{ serverUrl: 'f.test/*' }] }],
    ['servers of the project', { disabledMcpjsonServers: 'f' }],
    ['calls, as a text', { permissions: { deny: 'Bash' } }],
    ['calls, as a number', { permissions: { deny: ['Read', 7] } }],
    ['calls, without an end', { permissions: { ask: ['Bash('] } }],
    ['nothing that can be read', { permissions: ['Bash'] }],
    ['files of the sandbox', { sandbox: { filesystem: { denyRead: '/a' } } }],
    ['hosts of the sandbox', { sandbox: { network: 'none' } }],
    ['variables', { sandbox: { credentials: { envVars: ['KEY'] } } }],
    ['files', { ignorePatterns: '*.key' }],
  ])('is an error if it is not known: %s', (_, settings) => {
    scratch.write('managed/managed-settings.json', settings);
    expect(load().problems.map(({ severity }) => severity)).toEqual(['error']);
  });

  it('is an error behind many warnings too', () => {
    const allow = Array.from({ length: 200 }, () => 'Bash(');
    scratch.write('managed/managed-settings.json', { permissions: { allow }, deniedMcpServers: ['f'] });
    expect(load().problems[0]?.severity).toBe('error');
  });
});

describe('hostile files', () => {
  const file = 'project/.claude/settings.json';
  it.each<[string, string, (path: string) => void]>([
    ['a sparse gigabyte', 'too-large', (path) => (writeFileSync(path, ''), truncateSync(path, 2 ** 30))],
    ['a link to a device', 'not-a-file', (path) => symlinkSync('/dev/zero', path)],
    ['a link to a terminal', 'not-a-file', (path) => symlinkSync('/dev/tty', path)],
    ['a FIFO', 'not-a-file', (path) => void execFileSync('mkfifo', [path])],
    ['a directory', 'not-a-file', (path) => mkdirSync(path)],
    ['a dangling link', 'not-a-file', (path) => symlinkSync('/nowhere/at-all', path)],
    ['a link to itself', 'unreadable', (path) => symlinkSync(path, path)],
    ['a process file without a size', 'syntax', (path) => symlinkSync('/proc/self/status', path)],
    [
      'bytes that are not UTF-8',
      'not-utf8',
      (path) => writeFileSync(path, Buffer.from('{"a":"\xff\xfe"}', 'latin1')),
    ],
    ['UTF-16', 'not-utf8', (path) => writeFileSync(path, Buffer.from('\uFEFF{"a":1}', 'utf16le'))],
    ['a deep nest', 'syntax', (path) => writeFileSync(path, '[{"a":'.repeat(200_000))],
  ])('%s is told and harms nothing', (_, code, make) => {
    scratch.write('home/.claude/settings.json', rule('deny', 'Kept'));
    mkdirSync(join(scratch.project, '.claude'));
    make(join(scratch.path, file));
    const loaded = load();
    expect(loaded.problems.map((problem) => problem.code)).toEqual([code]);
    expect(rulesOf(loaded)).toEqual(['user deny Kept']);
  });

  it('a deep nest that is valid is kept', () => {
    scratch.write(file, `{"x":${'['.repeat(300_000)}${']'.repeat(300_000)},"permissions":{"deny":["A"]}}`);
    expect(rulesOf(load())).toEqual(['project deny A']);
  });

  it('a file where a directory should be is not a file', () => {
    scratch.write('project/.claude', 'x');
    expect(load().problems).toEqual([]);
  });
});

describe('directories', () => {
  it('are real, and start where their file says', () => {
    for (const name of ['docs', 'given', 'home/notes', 'home/.claude/x', 'real'])
      mkdirSync(join(scratch.path, name), { recursive: true });
    symlinkSync('real', join(scratch.path, 'link'));
    scratch.write('given/s.json', { permissions: { additionalDirectories: ['.', '../link'] } });
    scratch.write('project/.claude/settings.local.json', {
      permissions: { additionalDirectories: ['../docs', '~/notes'] },
    });
    scratch.write('home/.claude/settings.json', { permissions: { additionalDirectories: ['x', '', '~'] } });
    const loaded = load({
      files: ['../given/s.json'],
      commandLine: { additionalDirectories: ['../docs', '/nowhere/x'] },
    });
    expect(
      loaded.directories.map(({ path, source }) => `${source} ${path.slice(scratch.path.length + 1)}`),
    ).toEqual([
      'cli docs',
      'cli given',
      'cli real',
      'local docs',
      'local home/notes',
      'user home/.claude/x',
      'user home',
    ]);
    expect(loaded.problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'error missing-directory',
      'warning missing-directory',
    ]);
  });
});

describe('switches', () => {
  it.each([
    ['managed', '{"allowManagedPermissionRulesOnly":true}', true],
    ['managed', '{"allowManagedPermissionRulesOnly":false}', false],
    ['managed', '{"allowManagedPermissionRulesOnly":"yes"}', true],
    ['user', '{"allowManagedPermissionRulesOnly":true}', false],
  ])('only managed rules: in a %s file %s', (source, text, expected) => {
    scratch.write(
      source === 'managed' ? 'managed/managed-settings.json' : 'home/.sluice/settings.json',
      text,
    );
    expect(load().isManagedOnly).toBe(expected);
  });

  it.each(['project/.claude/settings.json', 'home/.sluice/settings.json', 'managed/managed-settings.json'])(
    'one file is enough to disable a mode: %s',
    (file) => {
      scratch.write(file, {
        permissions: { disableBypassPermissionsMode: 'disable', disableAutoMode: true },
      });
      const loaded = load();
      expect(loaded).toMatchObject({ isBypassDisabled: true, isAutoDisabled: true });
      expect(loaded.problems.map(({ code }) => code)).toEqual(['wrong-value']);
    },
  );

  it.each([
    [undefined, undefined, false],
    [undefined, 'true', true],
    ['true', 'false', true],
    // A repository that no one trusts must not loosen what the user chose.
    ['false', 'true', true],
    ['false', undefined, false],
    ['"x"', 'false', true],
  ])('denying instead of asking is %s in the project, %s for the user: %s', (project, user, expected) => {
    const text = (value: string): string => `{"permissions":{"denyInsteadOfPrompting":${value}}}`;
    if (project !== undefined) scratch.write('project/.claude/settings.json', text(project));
    if (user !== undefined) scratch.write('home/.claude/settings.json', text(user));
    expect(load().deniesInsteadOfPrompting).toBe(expected);
  });

  it.each([
    ['autoMode', 'project/.claude/settings.json', '{"autoMode":{}}'],
    ['sandbox.ripgrep', 'project/.claude/settings.local.json', '{"sandbox":{"ripgrep":"x"}}'],
    ['allowManagedHooksOnly', 'home/.claude/settings.json', '{"allowManagedHooksOnly":true}'],
  ])('%s is passed over in %s', (key, file, text) => {
    scratch.write(file, text);
    const loaded = load();
    expect(loaded.setting(key)?.origins ?? []).toEqual([]);
    expect(loaded.problems.map(({ code }) => code)).toEqual(['ignored-here']);
  });
});
