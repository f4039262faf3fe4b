import { chmodSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGlobTool } from '../../src/glob/glob-tool.ts';
import { testContext } from '../ripgrep/context.ts';
import { failureOf, outputOf, textOf } from '../ripgrep/run-tool.ts';
import { standInForRipgrep } from '../ripgrep/stand-in.ts';
import { temporaryTree } from '../ripgrep/temporary-tree.ts';
import { withoutPrivileges } from '../ripgrep/without-privileges.ts';

const glob = createGlobTool();

async function find(root: string, pattern: string, path?: string): Promise<readonly string[]> {
  const input = path === undefined ? { pattern } : { pattern, path };
  return (await outputOf(glob, input, testContext(root))).filenames;
}

const TREE = {
  'a.ts': '',
  'src/b.ts': '',
  'src/deep/c.ts': '',
  'src/deep/c.js': '',
  '.hidden/d.ts': '',
  'ignored/e.ts': '',
  '.gitignore': 'ignored\n*.log\n',
  'f.log': '',
  '.git/config': '',
  '.git/hooks/g.ts': '',
  'sub/.git': '',
  '.jj/h.ts': '',
};

describe('what a pattern finds', () => {
  it.each<[string, string, string | undefined, readonly string[]]>([
    ['one level without a slash', '*.ts', undefined, ['a.ts']],
    [
      'any depth with **',
      '**/*.ts',
      undefined,
      ['ignored/e.ts', '.hidden/d.ts', 'src/deep/c.ts', 'src/b.ts', 'a.ts'],
    ],
    ['below a plain folder', 'src/**/*.ts', undefined, ['src/deep/c.ts', 'src/b.ts']],
    ['everything below a folder', 'src/**', undefined, ['src/deep/c.js', 'src/deep/c.ts', 'src/b.ts']],
    ['alternatives', 'src/deep/*.{ts,js}', undefined, ['src/deep/c.js', 'src/deep/c.ts']],
    ['a class', '[ab].ts', undefined, ['a.ts']],
    ['a plain path', 'src/b.ts', undefined, ['src/b.ts']],
    ['what git ignores', '*.log', undefined, ['f.log']],
    ['relative to path', '*.ts', 'src', ['src/b.ts']],
    ['above path', '../*.ts', 'src', ['a.ts']],
    ['nothing of version control', '**/{config,g.ts,h.ts,.git}', undefined, []],
    ['version control where the pattern names it', '.git/**', undefined, ['.git/hooks/g.ts', '.git/config']],
    ['version control where path names it', '*', '.git', ['.git/config']],
    ['no folders', 'src', undefined, []],
    ['nothing where a leading folder is missing', 'none/*.ts', undefined, []],
    ['nothing where a leading folder is a file', 'a.ts/*', undefined, []],
    ['only the right case', 'A.ts', undefined, []],
  ])('is %s', async (_, pattern, path, expected) => {
    expect(await find(temporaryTree(TREE), pattern, path)).toEqual(expected);
  });

  it('is the same for an absolute pattern, and absolute outside the working directory', async () => {
    const root = temporaryTree(TREE);
    const other = temporaryTree({});
    expect(await find(root, join(root, 'src/*.ts'))).toEqual(['src/b.ts']);
    expect(await find(other, join(root, 'src/*.ts'))).toEqual([join(root, 'src/b.ts')]);
    expect(await find(other, '*.ts', root)).toEqual([join(root, 'a.ts')]);
  });

  it('leaves out what git ignores where the environment says so, whatever the pattern names', async () => {
    const root = temporaryTree(TREE);
    const respectful = createGlobTool({ environment: { CLAUDE_CODE_GLOB_NO_IGNORE: 'false' } });
    const found = async (pattern: string): Promise<unknown> =>
      (await outputOf(respectful, { pattern }, testContext(root))).filenames;
    expect(await found('*.{log,ts}')).toEqual(['a.ts']);
    expect(await found('{ignored,src}/**')).toEqual(['src/deep/c.js', 'src/deep/c.ts', 'src/b.ts']);
  });

  it('neither lists nor follows links, except the search folder itself', async () => {
    const root = temporaryTree({ 'real/a.ts': '' });
    symlinkSync('real', join(root, 'folder'));
    symlinkSync('real/a.ts', join(root, 'link.ts'));
    expect(await find(root, '**/*.ts')).toEqual(['real/a.ts']);
    expect(await find(root, '*.ts', 'folder')).toEqual(['folder/a.ts']);
  });

  it('leaves out what may not be read, and does not count it', async () => {
    const root = temporaryTree({ 'a.ts': '', 'secret.ts': '' });
    const guarded = createGlobTool({ mayRead: (path) => path !== join(root, 'secret.ts') });
    expect(await outputOf(guarded, { pattern: '*.ts' }, testContext(root))).toMatchObject({
      filenames: ['a.ts'],
      totalMatches: 1,
    });
  });
});

describe('names', () => {
  it('of every kind come back one a line', async () => {
    const root = temporaryTree({ 'a b .ts ': '', 'new\nline.ts': '', '-rf.ts': '', '!x.ts': '', 'é.ts': '' });
    renameSync(join(root, 'é.ts'), Buffer.from(join(root, 'bad\xff.ts'), 'latin1'));
    expect(await textOf(glob, { pattern: '*.ts*' }, testContext(root))).toBe(
      [String.raw`$'bad\377.ts'`, '!x.ts', '-rf.ts', String.raw`$'new\nline.ts'`, 'a b .ts '].join('\n'),
    );
    expect(await find(root, 'a b .ts ')).toEqual(['a b .ts ']);
    expect(await find(root, '!x.ts')).toEqual(['!x.ts']);
  });
});

describe('many files', () => {
  it('are cut at the 100 newest, ties by name, with the number of all', async () => {
    const names = Array.from({ length: 130 }, (_, n) => `f${String(n).padStart(3, '0')}`);
    const root = temporaryTree(Object.fromEntries(names.map((name) => [name, ''])));
    for (const name of names) utimesSync(join(root, name), 1000, 1000);
    utimesSync(join(root, 'f129'), 2000, 2000);
    const context = testContext(root);
    expect(await outputOf(glob, { pattern: '*' }, context)).toEqual({
      durationMs: expect.any(Number),
      numFiles: 100,
      filenames: ['f129', ...names.slice(0, 99)],
      truncated: true,
      totalMatches: 130,
      countIsComplete: true,
    });
    expect(await textOf(glob, { pattern: '*' }, context)).toMatch(/\nf098\n\(The 100 newest of 130 files\./);
  });
});

it('gives rg an environment that is marked', async () => {
  const tool = createGlobTool({
    ripgrep: standInForRipgrep(String.raw`printf "./$MARK$HOME\0"`),
    watched: (environment) => ({ ...environment, MARK: 'marked-', HOME: 'a.ts' }),
  });
  const root = temporaryTree({ 'marked-a.ts': '' });
  expect((await outputOf(tool, { pattern: '*' }, testContext(root))).filenames).toEqual(['marked-a.ts']);
});

describe('what goes wrong', () => {
  it.each<[string, { pattern: string; path?: string }, string, RegExp]>([
    ['a NUL byte in the pattern', { pattern: 'a\0b' }, 'nul-byte', /pattern contains a NUL byte/],
    ['a NUL byte in the path', { pattern: '*', path: 'a\0b' }, 'nul-byte', /path contains a NUL byte/],
    [
      'a folder that is not there',
      { pattern: '*', path: 'no/such' },
      'path-not-found',
      /nearest folder that exists is/,
    ],
    ['a file as the folder', { pattern: '*', path: 'a.ts' }, 'not-a-folder', /is not a folder/],
    ['a broken pattern', { pattern: '{a' }, 'search-failed', /unclosed alternate group/],
  ])('%s', async (_, input, code, message) => {
    const failure = await failureOf(glob, input, testContext(temporaryTree({ 'a.ts': '' })));
    expect(failure).toEqual({ code, message: expect.stringMatching(message) });
  });

  it('no rg', async () => {
    const tool = createGlobTool({ ripgrep: '/no/such/rg' });
    const failure = await failureOf(tool, { pattern: '*' }, testContext(temporaryTree({})));
    expect(failure.code).toBe('ripgrep-unusable');
  });

  it('a folder that cannot be read leaves the rest, and says so', async () => {
    const root = temporaryTree({ 'a.ts': '' });
    mkdirSync(join(root, 'closed'), { mode: 0 });
    const tool = createGlobTool({ ripgrep: withoutPrivileges(root) });
    const output = await outputOf(tool, { pattern: '**/*.ts' }, testContext(root));
    expect(output).toMatchObject({ filenames: ['a.ts'], countIsComplete: false });
    expect(output.notes?.join()).toMatch(/could not be searched: closed: Permission denied/);
  });

  it('is silent about what may not be read', async () => {
    const root = temporaryTree({ 'secret/b.ts': '' });
    mkdirSync(join(root, 'secret/inner'), { mode: 0 });
    const ripgrep = withoutPrivileges(root);
    const mayRead = (path: string): boolean => !path.startsWith(join(root, 'secret'));
    const text = await textOf(
      createGlobTool({ ripgrep, mayRead }),
      { pattern: '**/*.ts' },
      testContext(root),
    );
    expect(text).toBe('No files found.');
  });

  it('a folder with brackets in its name is found by an escape, which is told', async () => {
    const root = temporaryTree({ 'app/[id]/page.ts': '' });
    expect(await find(root, String.raw`app/\[id\]/*.ts`)).toEqual(['app/[id]/page.ts']);
    expect(await textOf(glob, { pattern: 'app/[id]/*.ts' }, testContext(root))).toContain(
      String.raw`write "\["`,
    );
  });

  it('a long pattern is not repeated as a whole', async () => {
    const context = testContext(temporaryTree({}));
    expect(String(await textOf(glob, { pattern: 'x'.repeat(9000) }, context)).length).toBeLessThan(400);
  });

  it('a search folder that cannot be read is a failure', async () => {
    const root = temporaryTree({ 'sub/a.ts': '' });
    const ripgrep = withoutPrivileges(root);
    chmodSync(join(root, 'sub'), 0o111);
    const failure = await failureOf(
      createGlobTool({ ripgrep }),
      { pattern: '*', path: 'sub' },
      testContext(root),
    );
    expect(failure).toEqual({ code: 'search-failed', message: expect.stringMatching(/Permission denied/) });
  });

  it('files that vanish before they are looked at are left out', async () => {
    const root = temporaryTree({ 'a.ts': '' });
    const ripgrep = standInForRipgrep(String.raw`printf './gone.ts\0./a.ts\0'`);
    const output = await outputOf(createGlobTool({ ripgrep }), { pattern: '*' }, testContext(root));
    expect(output).toMatchObject({ filenames: ['a.ts'], totalMatches: 1 });
  });
});

describe('a search that does not end', () => {
  /** Prints one file, then waits for ever. */
  const endless = (): string => standInForRipgrep(String.raw`printf './a.ts\0'; exec tail -f /dev/null`);

  it('gives what it has at the time limit, and says so', async () => {
    const root = temporaryTree({ 'a.ts': '' });
    let fireTimer = (): void => {};
    const tool = createGlobTool({
      ripgrep: endless(),
      timeLimitMs: 1234,
      clock: {
        setTimer(ms, fire) {
          expect(ms).toBe(1234);
          fireTimer = fire;
          return () => {};
        },
      },
      mayRead() {
        setImmediate(() => fireTimer());
        return true;
      },
    });
    const input = { pattern: '*' };
    const output = await outputOf(tool, input, testContext(root));
    expect(output).toMatchObject({ filenames: ['a.ts'], timedOut: true, countIsComplete: false });
    expect(tool.toModel?.(output, input)).toMatch(/^a\.ts\n\(The search reached its time limit/);
  });

  it('ends when the call is canceled', async () => {
    const cancel = new AbortController();
    const tool = createGlobTool({
      ripgrep: endless(),
      mayRead() {
        cancel.abort(new Error('cancelled here'));
        return true;
      },
    });
    const running = outputOf(
      tool,
      { pattern: '*' },
      testContext(temporaryTree({ 'a.ts': '' }), cancel.signal),
    );
    await expect(running).rejects.toThrow('cancelled here');
  });

  it('is canceled in the middle of a large tree', async () => {
    const root = temporaryTree({});
    for (let folder = 0; folder < 20; folder++) {
      mkdirSync(join(root, String(folder)));
      for (let file = 0; file < 250; file++)
        writeFileSync(join(root, String(folder), `${'long-name-'.repeat(15)}${file}`), '');
    }
    const cancel = new AbortController();
    let seen = 0;
    const tool = createGlobTool({
      mayRead() {
        seen++;
        cancel.abort(new Error('cancelled here'));
        return true;
      },
    });
    await expect(outputOf(tool, { pattern: '**' }, testContext(root, cancel.signal))).rejects.toThrow(
      'cancelled here',
    );
    expect(seen).toBeLessThan(5000);
  });
});

it('claims the folder that it really walks', () => {
  const claims = (input: { pattern: string; path?: string }): unknown => glob.claims?.(input, { cwd: '/w' });
  const tree = (path: string): unknown => [{ access: 'read', resource: { kind: 'tree', path } }];
  expect(claims({ pattern: '*.ts' })).toEqual(tree('/w'));
  expect(claims({ pattern: 'a/*.ts', path: 'src' })).toEqual(tree('/w/src/a'));
  expect(claims({ pattern: '/etc/*' })).toEqual(tree('/etc'));
});
