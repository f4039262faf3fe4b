import { describe, expect, it } from 'vitest';
import { createMemoryFiles, type RuleBehavior } from '../../../src/index.ts';
import { compile, HOME, ruleOf, spell } from './kit.ts';

const files = createMemoryFiles({
  contents: new Map([
    ['/p/file', ''],
    ['/p/directory/a', ''],
    ['/data/home/u/notes/a', ''],
    ['/secret/key', ''],
    ['/outside/a', ''],
  ]),
  links: new Map([
    ['/p/out', '/outside'],
    ['/p/to-key', '/secret/key'],
    ['/linked', '/secret'],
    ['/home2', '/data/home'],
  ]),
});

function matches(
  behavior: RuleBehavior,
  specifier: string,
  path: string,
  source?: 'project' | 'user',
  home: string = HOME,
) {
  const rules = compile([ruleOf(behavior, `Read(${specifier})`, source)], { files, home });
  return rules.forPath(behavior, 'Read', spell(path, files)) !== undefined;
}

type Row = [title: string, specifier: string, yes: readonly string[], no: readonly string[]];

const alike: Row[] = [
  ['// starts at the root of the file system', '//etc/**', ['/etc/passwd', '/etc/a/b'], ['/p/etc/a', '/etc']],
  ['~ starts at home', '~/.ssh/**', ['/home/u/.ssh/id'], ['/p/.ssh/id', '/home/v/.ssh/id']],
  ['/ starts at the directory of the source', '/src/**', ['/p/src/a'], ['/src/a', '/p/v/src/a']],
  [
    'a relative pattern starts at the working directory',
    'src/a/**',
    ['/p/src/a/b'],
    ['/src/a/b', '/p/v/src/a/b'],
  ],
  ['so does one with a dot', './src/a/**', ['/p/src/a/b'], ['/p/v/src/a/b']],
  ['.. climbs', '../q/**', ['/q/a'], ['/p/q/a', '/p/a']],
  ['.. takes back a plain segment', 'a/../b/*.ts', ['/p/b/x.ts'], ['/p/a/x.ts']],
  ['a rule matches only under its anchor', '*.ts', ['/p/a.ts', '/p/a/b.ts'], ['/q/a.ts', '/pp/a.ts']],
  ['* stays within a segment', 'src/*.ts', ['/p/src/a.ts'], ['/p/src/a/b.ts']],
  ['** crosses segments', 'src/**/a.ts', ['/p/src/a.ts', '/p/src/x/y/a.ts'], ['/p/src/a.tsx', '/p/a.ts']],
  ['** beside other characters is a *', 'src/a**b', ['/p/src/ab', '/p/src/axb'], ['/p/src/a/b']],
  ['a bare filename is found at any depth', '.env', ['/p/.env', '/p/a/b/.env'], ['/q/.env', '/p/.env.local']],
  ['and means the same as with **/', '**/.env', ['/p/.env', '/p/a/b/.env'], ['/q/.env', '/p/.env.local']],
  [
    'a bare directory is found at any depth',
    'build/',
    ['/p/build/a', '/p/x/build/a/b'],
    ['/p/file', '/q/build/a'],
  ],
  ['an anchored name is not', '/.env', ['/p/.env'], ['/p/a/.env']],
  ['~ alone is all of home', '~', ['/home/u', '/home/u/a/b'], ['/home']],
  ['. is all of the working directory', '.', ['/p', '/p/a'], ['/q']],
  ['** is everything beneath', '**', ['/p/a', '/p/a/b'], ['/p', '/q/a']],
  ['//** is everything', '//**', ['/a', '/a/b'], ['/']],
  ['//**/.env is the file on all drives', '//**/.env', ['/.env', '/a/b/.env'], ['/a/env']],
  ['a directory matches everything beneath', '/src', ['/p/src', '/p/src/a/b'], ['/p/srcs']],
  ['so does one that a wildcard matches', '/src/*', ['/p/src/a', '/p/src/a/b'], ['/p/src']],
  [
    'wildcards in the middle',
    '/secrets-*/config.json',
    ['/p/secrets-a/config.json'],
    ['/p/secrets-a/b/config.json'],
  ],
  ['? is one character', '/a?c', ['/p/abc', '/p/a😀c'], ['/p/ac', '/p/abbc', '/p/a/c']],
  ['[…] is one of them', '/[a-cx]1', ['/p/a1', '/p/x1'], ['/p/d1', '/p/1']],
  ['[!…] is none of them', '/[!a-c]1', ['/p/d1'], ['/p/a1', '/p/1']],
  ['[^…] as well', '/[^a]1', ['/p/d1'], ['/p/a1']],
  ['] first in a class is itself', '/[]a]', ['/p/]', '/p/a'], ['/p/b']],
  ['a class has named ranges', '/[[:digit:]x]', ['/p/7', '/p/x'], ['/p/d', '/p/:']],
  ['a bracket that is not closed is itself', '/a[b', ['/p/a[b'], ['/p/ab']],
  ['\\ takes the meaning from what follows', '/\\*\\[a\\]\\?', ['/p/*[a]?'], ['/p/x[a]?', '/p/*a?']],
  ['an escaped ! is itself', '\\!a', ['/p/!a'], ['/p/a']],
  ['**/src/** is any depth', '**/src/**', ['/p/src/a', '/p/v/src/a'], ['/p/src', '/q/src/a']],
  ['/src/** is anchored', '/src/**', ['/p/src/app.ts'], ['/p/vendor/pkg/src/lib.js']],
  ['src/components/** is anchored', 'src/components/**', ['/p/src/components/a'], ['/p/v/src/components/a']],
  ['a pattern of dots is a name', '/...', ['/p/...'], ['/p/a']],
];

describe.each(['allow', 'ask', 'deny'] as const)('path patterns in %s', (behavior) => {
  it.each(alike)('%s: %s', (_, specifier, yes, no) => {
    for (const path of yes) expect([path, matches(behavior, specifier, path)]).toEqual([path, true]);
    for (const path of no) expect([path, matches(behavior, specifier, path)]).toEqual([path, false]);
  });

  it('/ of a user file starts at ~/.claude', () => {
    expect(matches(behavior, '/secrets/**', '/p/secrets/a', 'user')).toBe(false);
    expect(matches(behavior, '/secrets/**', `${HOME}/.claude/secrets/a`, 'user')).toBe(true);
  });

  it('src/** floats in deny and ask only', () => {
    for (const specifier of ['src/**', './src/**', 'sr*/**']) {
      expect(matches(behavior, specifier, '/p/src/app.ts')).toBe(true);
      expect(matches(behavior, specifier, '/p/vendor/pkg/src/lib.js')).toBe(behavior !== 'allow');
      expect(matches(behavior, specifier, '/q/src/app.ts')).toBe(false);
    }
  });

  it('a pattern for directories asks what the path is', () => {
    expect(matches(behavior, 'directory/', '/p/directory')).toBe(true);
    expect(matches(behavior, 'file/', '/p/file')).toBe(false);
    expect(matches(behavior, 'new/', '/p/new')).toBe(behavior !== 'allow');
  });
});

describe('symbolic links', () => {
  it('allow needs both spellings, deny and ask either', () => {
    expect(matches('allow', '//p/**', '/p/out/a')).toBe(false);
    expect(matches('allow', '//outside/**', '/p/out/a')).toBe(false);
    expect(matches('allow', '//**', '/p/out/a')).toBe(true);
    for (const behavior of ['deny', 'ask'] as const) {
      expect(matches(behavior, '//p/out/**', '/p/out/a')).toBe(true);
      expect(matches(behavior, '//outside/**', '/p/out/a')).toBe(true);
      expect(matches(behavior, '//outside/**', '/p/out/new/file')).toBe(true);
    }
  });

  it('deny and ask hold at the target of a link in the fixed part', () => {
    expect(matches('deny', '//linked/**', '/secret/key')).toBe(true);
    expect(matches('deny', '//linked/k*', '/secret/key')).toBe(true);
    expect(matches('ask', 'to-key', '/secret/key')).toBe(false);
    expect(matches('ask', '/to-key', '/secret/key')).toBe(true);
    expect(matches('allow', '//linked/**', '/secret/key')).toBe(false);
  });

  it('an allow rule holds in a home directory behind a link', () => {
    expect(matches('allow', '~/notes/**', '/home2/u/notes/a', 'project', '/home2/u')).toBe(true);
    expect(matches('allow', '~/notes/**', '/data/home/u/notes/a', 'project', '/home2/u')).toBe(true);
  });
});

const beneath: [string, string, string, boolean][] = [
  ['a literal file that is there', '//p/file', '/p', true],
  ['a literal file that is not', '//p/missing', '/p', false],
  ['a literal directory that is there', '//p/directory', '/p', true],
  ['a literal file elsewhere', '//q/file', '/p', false],
  ['a pattern whose base is inside', '//p/directory/*.ts', '/p', true],
  ['everything beneath a directory inside', '//p/directory/**', '/p', true],
  ['a floating name, seen from its anchor', '.env', '/p', true],
  ['a floating name, seen from deeper', '.env', '/p/a/b', true],
  ['a floating name, seen from outside', '.env', '/q', false],
  ['a floating name, seen from above', '.env', '/', true],
  ['the tree itself', '//p/directory', '/p/directory', true],
  ['a tree beneath what is named', '//p', '/p/directory', true],
  ['a wildcard that the tree fits', '//p/d*/secret', '/p/directory', true],
  ['a wildcard that the tree does not fit', '//p/x*/secret', '/p/directory', false],
  ['a tree deeper than the pattern goes', '//p/d*/secret', '/p/directory/other', false],
  ['a tree beneath what the pattern matches', '//p/d*', '/p/directory/other', true],
  ['a tree that ** can go through', '//p/**/x/*.ts', '/p/directory/other', true],
  ['a target of a link', '//linked/key', '/secret', true],
];

describe('beneath', () => {
  it.each(beneath)('%s: %s in %s', (_, specifier, tree, expected) => {
    const rule = ruleOf('deny', `Read(${specifier})`);
    const found = compile([rule], { files }).beneath('deny', 'Read', spell(tree, files));
    expect(found).toBe(expected ? rule : undefined);
  });

  it('counts a file that is not there where files may be created', () => {
    const rule = ruleOf('deny', 'Edit(//p/missing)');
    const found = (isToCome: boolean, tree: string) =>
      compile([rule], { files }).beneath('deny', 'Edit', spell(tree, files), { isToCome });
    expect(found(true, '/p')).toBe(rule);
    expect(found(false, '/p')).toBeUndefined();
    expect(found(true, '/p/directory')).toBeUndefined();
  });

  it.each([
    ['secret.py', true],
    ['*.py', true],
    ['*y', true],
    ['*secret*', true],
    ['secret', true],
    ['secret/**', true],
    ['.env/', true],
    ['conf.d', true],
    ['*.d', true],
    ['.*', true],
    ['.h*', true],
    ['*secret', true],
    ['.npmrc', false],
    ['.env.local', false],
    ['.env*', false],
    ['/directory/conf.d', false],
    ['/directory/*/key.py', true],
    ['**', true],
    ['.env', false],
    ['.env.*', false],
    ['*.pem', false],
    ['/directory/a/.env', false],
    ['//elsewhere/**', false],
  ])('of files named *.py, %s: %s', (specifier, expected) => {
    const rule = ruleOf('deny', `Read(${specifier})`);
    const found = compile([rule], { files }).beneath('deny', 'Read', spell('/p/directory', files), {
      endings: ['.py'],
    });
    expect(found).toBe(expected ? rule : undefined);
  });

  it('takes either spelling of the tree', () => {
    const rule = ruleOf('ask', 'Edit(//outside/*)');
    const rules = compile([rule], { files });
    expect(rules.beneath('ask', 'Edit', spell('/p/out', files))).toBe(rule);
    expect(rules.beneath('deny', 'Edit', spell('/p/out', files))).toBeUndefined();
    expect(rules.beneath('ask', 'Read', spell('/p/out', files))).toBeUndefined();
  });
});

it('answers with the first rule', () => {
  const rules = ['Read(**)', 'Read(/a/*)', 'Read(/a/b)'].map((text) => ruleOf('deny', text));
  expect(compile(rules).forPath('deny', 'Read', spell('/p/a/b'))).toBe(rules[0]);
  expect(compile(rules.toReversed()).forPath('deny', 'Read', spell('/p/a/b'))).toBe(rules[2]);
});

it('knows no home without one', () => {
  const rule = ruleOf('deny', 'Read(~/a)');
  const { problems } = compile([rule], { home: undefined });
  expect(problems).toMatchObject([{ code: 'never-matches', isIgnored: true }]);
});

describe('a copy in a worktree of .claude/worktrees', () => {
  const worktrees = createMemoryFiles({
    contents: new Map([
      ['/p/.claude/worktrees/one/.git', ''],
      ['/p/.claude/worktrees/fix/login/.git', ''],
    ]),
  });
  const path = (name: string): { lexical: string; real: string } => {
    const place = `/p/.claude/worktrees/${name}`;
    return { lexical: place, real: place };
  };
  const rulesFor = (behavior: RuleBehavior, specifier: string) =>
    compile([ruleOf(behavior, `Read(${specifier})`)], { files: worktrees });

  it.each(['/secrets/**', 'a/secrets/**', '//p/secrets/**'])(
    'is denied by %s as in the checkout',
    (specifier) => {
      const rest = specifier.startsWith('a/') ? 'a/secrets/key' : 'secrets/key';
      const rules = rulesFor('deny', specifier);
      for (const name of ['one', 'fix/login', 'gone', 'ONE/.claude/worktrees/inner'])
        expect(rules.forPath('deny', 'Read', path(`${name}/${rest}`)), name).toBeDefined();
      expect(rules.forPath('deny', 'Read', path(`one/src/${rest}`))).toBeUndefined();
      expect(rules.beneath('deny', 'Read', path('one'))).toBeDefined();
      expect(rules.beneath('deny', 'Read', path('one/src'))).toBeUndefined();
    },
  );

  it('is not allowed by a rule for the checkout', () => {
    expect(rulesFor('allow', '/docs/**').forPath('allow', 'Read', path('one/docs/a'))).toBeUndefined();
  });
});
