import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GrepInput } from '../../src/grep/grep-input.ts';
import { grepInputSchema } from '../../src/grep/grep-input.ts';
import { createGlobTool } from '../../src/glob/glob-tool.ts';
import { createGrepTool } from '../../src/grep/grep-tool.ts';
import { testContext } from '../ripgrep/context.ts';
import { failureOf, outputOf, textOf } from '../ripgrep/run-tool.ts';
import { standInForRipgrep } from '../ripgrep/stand-in.ts';
import { temporaryTree } from '../ripgrep/temporary-tree.ts';
import { withoutPrivileges } from '../ripgrep/without-privileges.ts';

const grep = createGrepTool();

const TREE = {
  'b.ts': 'one\nneedle 1\nthree\nfour\nNeedle two\nneedle needle\n',
  'a/c.js': 'needle\n',
  'a.txt': 'hay\nneedle\r\n',
  '.hidden/d.ts': 'needle\n',
  '.gitignore': 'ignored\n*.log\n',
  'ignored/e.ts': 'needle\n',
  'f.log': 'needle\n',
  '.git/g': 'needle\n',
};

describe('a search', () => {
  it.each<[string, Partial<GrepInput>, readonly string[]]>([
    ['gives paths in path order', {}, ['.hidden/d.ts', 'a/c.js', 'a.txt', 'b.ts']],
    ['filters by glob', { glob: '*.ts' }, ['.hidden/d.ts', 'b.ts']],
    ['filters by a glob with a folder', { glob: 'a/*' }, ['a/c.js']],
    ['filters by what a glob leaves out', { glob: '!*.ts' }, ['a/c.js', 'a.txt']],
    [
      'keeps ignored files out when the glob is everything',
      { glob: '**/*' },
      ['.hidden/d.ts', 'a/c.js', 'a.txt', 'b.ts'],
    ],
    ['finds an ignored file that the glob names', { glob: '*.log' }, ['f.log']],
    [
      'finds no ignored folder that the glob names',
      { glob: 'ignored/**' },
      ['No matches found in files of ignored/**.'],
    ],
    ['finds an ignored file that is the path', { path: 'f.log' }, ['f.log']],
    ['filters by type', { type: 'js' }, ['a/c.js']],
    ['starts in a folder', { path: 'a' }, ['a/c.js']],
    ['reads one file', { path: 'b.ts' }, ['b.ts']],
    [
      'skips and limits',
      { offset: 1, head_limit: 2 },
      ['a/c.js', 'a.txt', '(Entries 2 to 3 of 4. Continue with offset 3.)'],
    ],
    [
      'counts',
      { output_mode: 'count' },
      ['.hidden/d.ts:1', 'a/c.js:1', 'a.txt:1', 'b.ts:2', '(Total: 5 matching lines in 4 files.)'],
    ],
    [
      'counts without regard to case',
      { output_mode: 'count', '-i': true, path: 'b.ts' },
      ['b.ts:3', '(Total: 3 matching lines in 1 file.)'],
    ],
    [
      'sums over the files beyond a limit',
      { output_mode: 'count', head_limit: 1 },
      [
        '.hidden/d.ts:1',
        '(Total: 5 matching lines in 4 files.)',
        '(Entries 1 to 1 of 4. Continue with offset 1.)',
      ],
    ],
    ['shows lines', { output_mode: 'content', path: 'b.ts' }, ['b.ts:2:needle 1', 'b.ts:6:needle needle']],
    [
      'shows lines without numbers',
      { output_mode: 'content', path: 'b.ts', '-n': false },
      ['b.ts:needle 1', 'b.ts:needle needle'],
    ],
    [
      'shows every match alone',
      { output_mode: 'content', path: 'b.ts', '-o': true },
      ['b.ts:2:needle', 'b.ts:6:needle', 'b.ts:6:needle'],
    ],
    [
      'shows lines around',
      { output_mode: 'content', path: 'b.ts', context: 1 },
      ['b.ts-1-one', 'b.ts:2:needle 1', 'b.ts-3-three', '--', 'b.ts-5-Needle two', 'b.ts:6:needle needle'],
    ],
    [
      'shows lines after',
      { output_mode: 'content', path: 'b.ts', '-A': 1, head_limit: 2 },
      ['b.ts:2:needle 1', 'b.ts-3-three', '(Entries 1 to 2 of 3. Continue with offset 2.)'],
    ],
    [
      'finds the end of a Windows line',
      { pattern: 'needle$', output_mode: 'content', path: 'a.txt' },
      ['a.txt:2:needle'],
    ],
    [
      'finds a Windows line end',
      { pattern: String.raw`needle\r`, output_mode: 'count', path: 'a.txt' },
      ['a.txt:1', '(Total: 1 matching line in 1 file.)'],
    ],
    [
      'spans lines',
      { pattern: 'three.*two', multiline: true, output_mode: 'content' },
      ['b.ts:3:three', 'b.ts:4:four', 'b.ts:5:Needle two'],
    ],
    ['finds nothing', { pattern: 'absent' }, ['No matches found.']],
    ['has nothing at an offset past the end', { offset: 9 }, ['No entries at this offset (9 of 4).']],
  ])('%s', async (_, input, lines) => {
    const text = await textOf(grep, { pattern: 'needle', ...input }, testContext(temporaryTree(TREE)));
    expect(text).toBe(lines.join('\n'));
  });

  it('gives programs the same facts as fields', async () => {
    const context = testContext(temporaryTree(TREE));
    const base = { pattern: 'needle', head_limit: 2, offset: 1 };
    expect(await outputOf(grep, { ...base, output_mode: 'content' }, context)).toEqual({
      mode: 'content',
      numFiles: 2,
      filenames: ['a/c.js', 'a.txt'],
      content: 'a/c.js:1:needle\na.txt:2:needle',
      numLines: 2,
      totalLines: 5,
      totalFiles: 4,
      appliedLimit: 2,
      appliedOffset: 1,
    });
    expect(await outputOf(grep, { ...base, output_mode: 'count' }, context)).toEqual({
      mode: 'count',
      numFiles: 2,
      filenames: ['a/c.js', 'a.txt'],
      content: 'a/c.js:1\na.txt:1',
      numMatches: 5,
      totalFiles: 4,
      appliedLimit: 2,
      appliedOffset: 1,
    });
  });

  it('names files outside the working directory by their whole path', async () => {
    const root = temporaryTree(TREE);
    const { filenames } = await outputOf(
      grep,
      { pattern: 'needle', path: join(root, 'a') },
      testContext('/'),
    );
    expect(filenames).toEqual([join(root, 'a/c.js').slice(1)]);
    const outside = await outputOf(
      grep,
      { pattern: 'needle', path: join(root, 'a') },
      testContext(temporaryTree({})),
    );
    expect(outside.filenames).toEqual([join(root, 'a/c.js')]);
  });

  it('leaves out what may not be read, in every figure', async () => {
    const root = temporaryTree({ 'a.ts': 'needle\n', 'secret.ts': 'needle\nneedle\n' });
    const guarded = createGrepTool({ mayRead: (path) => path !== join(root, 'secret.ts') });
    const output = await outputOf(guarded, { pattern: 'needle', output_mode: 'count' }, testContext(root));
    expect(output).toMatchObject({ content: 'a.ts:1', numMatches: 1, totalFiles: 1 });
  });

  it('says that denied files are left out wherever rules deny any, and names no folder that is none', async () => {
    const root = temporaryTree({ '.env': 'needle\n', 'src/a.ts': '' });
    const context = testContext(root);
    const rule = { behavior: 'deny', text: 'Read(.env)', source: 'user', root } as const;
    const permission = { ...context.permission, rules: [rule] };
    const guarded = createGrepTool({ mayRead: (path) => path !== join(root, '.env') });
    const left = 'Files that a rule denies are left out.';
    for (const glob of ['.env', '.other']) {
      expect(await textOf(guarded, { pattern: 'needle', glob }, { ...context, permission })).toBe(
        `No matches found in files of ${glob}. ${left}`,
      );
    }
    expect(await textOf(guarded, { pattern: 'needle', glob: 'src' }, context)).toBe(
      'No matches found in files of src. For all files in a directory, use "src/**".',
    );
    const glob = createGlobTool({ mayRead: () => false });
    expect(await textOf(glob, { pattern: '**/x' }, { ...context, permission })).toBe(
      `No files found. ${left}`,
    );
  });

  it('does not follow links, except the one that is searched', async () => {
    const root = temporaryTree({ 'real/a.ts': 'needle\n' });
    symlinkSync('real', join(root, 'folder'));
    symlinkSync('real/a.ts', join(root, 'link.ts'));
    const context = testContext(root);
    expect(await textOf(grep, { pattern: 'needle' }, context)).toBe('real/a.ts');
    expect(await textOf(grep, { pattern: 'needle', path: 'folder' }, context)).toBe('folder/a.ts');
    expect(await textOf(grep, { pattern: 'needle', path: 'link.ts' }, context)).toBe('link.ts');
  });
});

describe('odd files', () => {
  it('have names of every kind', async () => {
    const root = temporaryTree({
      'new\nline': 'needle\n',
      '-rf': 'needle\n',
      ' a ': 'needle\n',
      bad: 'needle \xff\n',
    });
    renameSync(join(root, 'bad'), Buffer.from(join(root, 'bad\xff'), 'latin1'));
    const context = testContext(root);
    expect(await textOf(grep, { pattern: 'needle', output_mode: 'content' }, context)).toBe(
      [
        ' a :1:needle',
        '-rf:1:needle',
        String.raw`$'bad\377':1:needle ÿ`,
        String.raw`$'new\nline':1:needle`,
      ].join('\n'),
    );
    expect(await textOf(grep, { pattern: 'needle', path: '-rf' }, context)).toBe('-rf');
  });

  it('are binary, which is said where a match is known', async () => {
    const root = temporaryTree({
      early: 'needle\n\0\n',
      late: `needle\n${'hay\n'.repeat(40_000)}\0\n`,
      'utf-16': Buffer.from('\ufeffneedle wide\n', 'utf16le'),
    });
    const context = testContext(root);
    const text = await textOf(grep, { pattern: 'needle', output_mode: 'content' }, context);
    expect(text).toMatch(/^late:1:needle\nutf-16:1:needle wide\n\(late is a binary file/);
    const alone = await textOf(grep, { pattern: 'needle', output_mode: 'content', path: 'early' }, context);
    expect(alone).toMatch(/^No lines to show\.\n\(early is a binary file with a match/);
  });

  it('have lines that are cut', async () => {
    const root = temporaryTree({ 'min.js': `needle${'é'.repeat(1_000_000)}\nneedle${'x'.repeat(1000)}\n` });
    const text = await textOf(grep, { pattern: 'needle', output_mode: 'content' }, testContext(root));
    expect(text).toBe(
      `min.js:1:needle${'é'.repeat(494)} [… line cut]\nmin.js:2:needle${'x'.repeat(494)} [… line cut]\n` +
        '(Lines are cut at 500 characters; -o shows the matching part.)',
    );
  });
});

describe('much output', () => {
  it('is limited to 250 entries', async () => {
    const root = temporaryTree({ a: 'needle\n'.repeat(300) });
    const output = await outputOf(grep, { pattern: 'needle', output_mode: 'content' }, testContext(root));
    expect(output).toMatchObject({ numLines: 250, totalLines: 300, appliedLimit: 250 });
  });

  it('is limited in bytes without a limit, and goes on from there', async () => {
    const line = `needle ${'x'.repeat(400)}\n`;
    const root = temporaryTree({ a: line.repeat(3000) });
    const context = testContext(root);
    const input = { pattern: 'needle', output_mode: 'content', head_limit: 0 } as const;
    const first = await outputOf(grep, input, context);
    expect(first.content?.length).toBeLessThan(1.1 * 1024 * 1024);
    expect(first).toMatchObject({ totalLines: 3000, appliedLimit: first.numLines });
    const rest = await outputOf(grep, { ...input, offset: first.numLines }, context);
    expect((first.numLines ?? 0) + (rest.numLines ?? 0)).toBe(3000);
    expect(rest.appliedLimit).toBeUndefined();
  });
});

it('gives rg an environment that is marked', async () => {
  const tool = createGrepTool({
    ripgrep: standInForRipgrep(String.raw`printf "./$MARK$HOME\0"`),
    watched: (environment) => ({ ...environment, MARK: 'marked-', HOME: 'a.ts' }),
  });
  const root = temporaryTree({ 'marked-a.ts': '' });
  expect((await outputOf(tool, { pattern: 'x' }, testContext(root))).filenames).toEqual(['marked-a.ts']);
});

describe('what goes wrong', () => {
  it.each<[string, Partial<GrepInput>, string, RegExp]>([
    [
      'a broken pattern',
      { pattern: 'foo(' },
      'search-failed',
      /^The search failed: pattern is not a valid regular expression: unclosed group\.\nTo search for a bracket/,
    ],
    [
      'a broken part of a pattern',
      { pattern: 'x{2,1}y' },
      'search-failed',
      /^The search failed: pattern is not a valid regular expression: invalid repetition .* \(at "\{2,1\}"\)\.\n/,
    ],
    [
      'a broken pattern of several lines',
      { pattern: 'a\nb(', multiline: true },
      'search-failed',
      /: unclosed group\.\n/,
    ],
    [
      'look-around',
      { pattern: '(?=a)' },
      'search-failed',
      /^The search failed: pattern is not a valid .*look-around.*is not supported \(at "\(\?="\)\.\n.*search for the part without them\.$/,
    ],
    [
      'a line end in a pattern for one line',
      { pattern: String.raw`a\nb` },
      'search-failed',
      /^The search failed: the literal .* is not allowed in a regex\nSet multiline to true[^-]*$/,
    ],
    ['an unknown type', { type: 'nope' }, 'search-failed', /unrecognized file type: nope\nTypes are those/],
    ['a broken glob', { glob: '{a' }, 'search-failed', /unclosed alternate group/],
    ['a pattern that is too long', { pattern: 'é'.repeat(40_000) }, 'text-too-long', /80000 bytes.*65536/],
    ['a NUL byte', { pattern: 'a\0b' }, 'nul-byte', /pattern contains a NUL byte/],
    [
      'a NUL in a pattern',
      { pattern: String.raw`\x00` },
      'search-failed',
      /match\nA NUL byte cannot be searched for\.$/,
    ],
    ['a path that is not there', { path: 'no/such' }, 'path-not-found', /nearest folder that exists is/],
    ['a path below a file', { path: 'a.txt/x' }, 'path-not-found', /nearest folder that exists is/],
    ['a device', { path: '/dev/zero' }, 'not-searchable', /neither a regular file nor a folder/],
  ])('%s', async (_, input, code, message) => {
    const failure = await failureOf(grep, { pattern: 'x', ...input }, testContext(temporaryTree(TREE)));
    expect(failure).toEqual({ code, message: expect.stringMatching(message) });
  });

  it('a named pipe, which would never end', async () => {
    const root = temporaryTree({});
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const failure = await failureOf(grep, { pattern: 'x', path: 'pipe' }, testContext(root));
    expect(failure.code).toBe('not-searchable');
    expect(await textOf(grep, { pattern: 'x' }, testContext(root))).toBe('No matches found.');
  });

  it('no rg', async () => {
    const tool = createGrepTool({ ripgrep: '/no/such/rg' });
    expect((await failureOf(tool, { pattern: 'x' }, testContext(temporaryTree({})))).code).toBe(
      'ripgrep-unusable',
    );
  });

  it('a folder that cannot be read leaves the rest, and says so', async () => {
    const root = temporaryTree({ 'a.ts': 'needle\n' });
    mkdirSync(join(root, 'closed'), { mode: 0 });
    const tool = createGrepTool({ ripgrep: withoutPrivileges(root) });
    const output = await outputOf(tool, { pattern: 'needle' }, testContext(root));
    expect(output).toMatchObject({ filenames: ['a.ts'] });
    expect(output.totalFiles).toBeUndefined();
    expect(output.notes?.join()).toMatch(/could not be searched: closed: Permission denied/);
    expect(await textOf(tool, { pattern: 'absent' }, testContext(root))).toMatch(
      /^No matches found in what could be searched\.\n\(Some parts could not be searched: closed: Permission denied/,
    );
  });

  it('a file that cannot be read', async () => {
    const root = temporaryTree({ 'a.ts': 'needle\n' });
    chmodSync(join(root, 'a.ts'), 0);
    const tool = createGrepTool({ ripgrep: withoutPrivileges(root) });
    const failure = await failureOf(tool, { pattern: 'needle', path: 'a.ts' }, testContext(root));
    expect(failure).toEqual({
      code: 'search-failed',
      message: expect.stringMatching(/a\.ts could not be searched: Permission denied/),
    });
  });

  it('what may not be read is named in no complaint', async () => {
    const root = temporaryTree({ 'a.ts': 'needle\n', 'secret/b.ts': '' });
    mkdirSync(join(root, 'secret/inner'), { mode: 0 });
    const ripgrep = withoutPrivileges(root);
    const mayRead = (path: string): boolean => !path.startsWith(join(root, 'secret'));
    const tool = createGrepTool({ ripgrep, mayRead });
    expect(await outputOf(tool, { pattern: 'needle' }, testContext(root))).toEqual({
      mode: 'files_with_matches',
      numFiles: 1,
      filenames: ['a.ts'],
      totalFiles: 1,
    });
  });

  it('a missing name that is like others, of which those that may be read are told', async () => {
    const root = temporaryTree({ 'config.ts': '', 'config.js': '' });
    const tool = createGrepTool({ mayRead: (path) => path !== join(root, 'config.js') });
    const { message } = await failureOf(tool, { pattern: 'x', path: 'confg.ts' }, testContext(root));
    expect(message).toContain(`Similar names there: ${join(root, 'config.ts')}. The`);
  });

  it('a link to nothing, and links in a circle', async () => {
    const root = temporaryTree({});
    symlinkSync('nowhere', join(root, 'dangling'));
    symlinkSync('circle', join(root, 'circle'));
    const messageFor = async (path: string): Promise<string> =>
      (await failureOf(grep, { pattern: 'x', path }, testContext(root))).message;
    expect(await messageFor('dangling')).toMatch(/is a symbolic link to something that does not exist/);
    expect(await messageFor('circle')).toMatch(/form a loop/);
  });

  it('a file that gets shorter while rg has it mapped, which is then read instead', async () => {
    const ripgrep = standInForRipgrep(
      String.raw`case " $* " in *" --no-mmap "*) printf './a.ts\0';; *) kill -BUS $$;; esac`,
    );
    const tool = createGrepTool({ ripgrep });
    for (const multiline of [false, true]) {
      const output = await outputOf(tool, { pattern: 'x', multiline }, testContext(temporaryTree({})));
      expect(output.filenames).toEqual(['a.ts']);
    }
    const always = createGrepTool({ ripgrep: standInForRipgrep('kill -BUS $$') });
    const failure = await failureOf(always, { pattern: 'x' }, testContext(temporaryTree({})));
    expect(failure).toEqual({ code: 'ripgrep-unusable', message: 'ripgrep ended with SIGBUS.' });
  });
});

describe('a search that does not end', () => {
  const endless = (): string => standInForRipgrep(String.raw`printf './a.ts\0'; exec tail -f /dev/null`);

  it('gives what it has at the time limit, and says so', async () => {
    let fireTimer = (): void => {};
    const tool = createGrepTool({
      ripgrep: endless(),
      clock: {
        setTimer(_, fire) {
          fireTimer = fire;
          return () => {};
        },
      },
      mayRead() {
        setImmediate(() => fireTimer());
        return true;
      },
    });
    const output = await outputOf(tool, { pattern: 'x' }, testContext(temporaryTree({})));
    expect(output).toEqual({ mode: 'files_with_matches', numFiles: 1, filenames: ['a.ts'], timedOut: true });
  });

  it('is canceled in the middle of a large tree', async () => {
    const root = temporaryTree({});
    for (let file = 0; file < 2000; file++)
      writeFileSync(join(root, `${'long-name-'.repeat(15)}${file}`), 'needle\n');
    const cancel = new AbortController();
    let seen = 0;
    const tool = createGrepTool({
      mayRead() {
        seen++;
        cancel.abort(new Error('cancelled here'));
        return true;
      },
    });
    const running = outputOf(tool, { pattern: 'needle' }, testContext(root, cancel.signal));
    await expect(running).rejects.toThrow('cancelled here');
    expect(seen).toBeLessThan(2000);
  });
});

it('takes no field that it does not know, and no negative number', () => {
  expect(grepInputSchema.made().safeParse({ pattern: 'x', recursive: true }).success).toBe(false);
  expect(grepInputSchema.made().safeParse({ pattern: 'x', head_limit: -1 }).success).toBe(false);
});

it('claims what it searches', () => {
  const claims = grep.claims?.({ pattern: 'x', path: 'src' }, { cwd: '/w' });
  expect(claims).toEqual([{ access: 'read', resource: { kind: 'tree', path: '/w/src' } }]);
});

describe('ignore files that are links to files outside', () => {
  it.each(['.ignore', '.rgignore', '.gitignore', '.git/info/exclude'])('%s is not quoted', async (name) => {
    const outside = temporaryTree({ 'secret.json': '{"token": "hunter2"\n[x\n' });
    const root = temporaryTree({ 'sub/b.txt': 'x\n', '.git/info/none': '' });
    symlinkSync(join(outside, 'secret.json'), join(root, name));
    const texts = [
      await textOf(grep, { pattern: 'x' }, testContext(root)),
      await textOf(grep, { pattern: 'x', path: 'sub' }, testContext(root)),
      await textOf(createGlobTool(), { pattern: '**/*.txt' }, testContext(root)),
    ];
    for (const text of texts) {
      expect(text).toContain('.txt');
      expect(text).not.toContain('hunter2');
    }
  });
});
