import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it, vi } from 'vitest';
import { verdict } from './judge.ts';

const PLAIN = ['/p/a.ts', '/p/src/b.ts', '/p/src/[id]/page.tsx', '/p/README.md'];

const withNames = (names: readonly string[], links: ReadonlyMap<string, string> = new Map()) =>
  createMemoryFiles({ contents: new Map(names.map((name) => [name, ''])), links });

const OUTSIDE = { mode: 'bypassPermissions', deny: ['Read(//etc/**)'] } as const;

/** Names that blanks, quotes or patterns end are other words. */
const FOUND = [
  "wc -l $(find . -name '*.ts')",
  'cat $(find src -type f)',
  'find . -type f | xargs grep x',
  'find . -type f | sort | head -20 | xargs wc -l',
  "find . -name '*.ts' | grep -v node_modules | xargs -n1 md5sum",
];
const EXACT = [
  'find . -type f -print0 | xargs -0 grep -l x',
  'find . -type f -print0 | sort -z | xargs -0 sed -n 1,5p',
];
const TRACKED = [
  'wc -l $(git ls-files)',
  "grep -n x $(git ls-files '*.ts')",
  'git ls-files | xargs cat',
  "git ls-files | grep '[.]ts$' | xargs wc -l",
  'git ls-files -z | xargs -0 cat',
  'git grep -l x | xargs head',
];

describe('a command that reads the files that a list names', () => {
  const plain = withNames(PLAIN.filter((name) => !name.includes('[')));

  it.each([...FOUND, ...EXACT])('%s runs, as the files are here', (command) => {
    expect(verdict('Bash', command, { files: plain })).toBe('A');
  });

  it.each([...FOUND, ...EXACT, ...TRACKED])('%s runs where no rule is about files here', (command) => {
    expect(verdict('Bash', command, { ...OUTSIDE, files: plain })).toBe('A');
  });

  it.each(FOUND.slice(2))('%s runs: what xargs takes is not a pattern', (command) => {
    expect(verdict('Bash', command, { files: withNames(PLAIN) })).toBe('A');
  });

  it.each(FOUND.slice(0, 2))('%s asks where a name may be a pattern', (command) => {
    expect(verdict('Bash', command, { files: withNames([...PLAIN, '/p/src/[id]/x.ts']) })).toBe('?');
  });

  it.each(['/p/src/x /etc/passwd', '/p/src/x\t/etc/passwd', "/p/src/'", '/p/src/\\x', '/p/src/"'])(
    'the name %j may be other words',
    (name) => {
      const files = withNames([...PLAIN.slice(0, 2), name]);
      for (const command of FOUND) expect(verdict('Bash', command, { files })).toBe('?');
      for (const command of EXACT) expect(verdict('Bash', command, { files })).toBe('A');
      for (const command of TRACKED.filter((one) => !one.includes('-0')))
        expect(verdict('Bash', command, { ...OUTSIDE, files })).toBe('?');
    },
  );

  it.each(TRACKED)('%s asks where git tracks an option or a link', (command) => {
    const option = withNames(['/p/a.ts', '/p/-f/etc/passwd']);
    expect(verdict('Bash', command, { ...OUTSIDE, files: option })).toBe('?');
    const linked = withNames(['/p/a.ts'], new Map([['/p/b.ts', '/etc/passwd']]));
    vi.spyOn(linked, 'gitNames').mockReturnValue(['/p/a.ts', '/p/b.ts']);
    expect(verdict('Bash', command, { ...OUTSIDE, files: linked })).toBe('?');
  });

  it.each([...FOUND, ...EXACT, ...TRACKED])('%s asks where a rule is about one of them', (command) => {
    const judged = { mode: 'bypassPermissions', deny: ['Read(b.ts)'], files: plain } as const;
    expect(verdict('Bash', command, judged)).toBe('?');
  });

  it.each([
    ..."find . -type f | sed 's,^,/etc/,' | xargs cat\nfind . -type f | xargs -I{} cat x{}\nfind -L . -type f | xargs cat".split(
      '\n',
    ),
    String.raw`find . -printf '/etc/%p\n' | xargs cat`,
    'find . -type f -print0 | xargs cat',
    'find . -type f | xargs -0 cat',
    'find . -type f | xargs -d x cat',
    'find . -type f -fprint x | xargs cat',
    'find . -print0 -o -print | xargs -0 cat',
    "find . -type f -print0 | xargs -0 sh -c 'cat $1' _",
    'cat "$(find . -type f)"',
    'cat $(find . -type f) $(cat list)',
    'cat $(find . -type f; echo /etc/passwd)',
    'cat $(ls)',
    'npm test; cat $(find . -type f)',
    'touch "x y"; find . -type f | xargs cat',
    'git ls-files -o | xargs cat',
    'git ls-files ../x | xargs cat',
    "git ls-files ':/' | xargs cat",
    'git ls-files /p/x | xargs cat',
    'git ls-files ~ | xargs cat',
    'cd src; cat $(git ls-files "$OLDPWD")',
    'git -C .. ls-files | xargs cat',
    'git ls-files --full-name | xargs cat',
    'git diff --name-only | xargs cat',
    'git add . && cat $(git ls-files)',
    'IFS=x; cat $(git ls-files)',
    'git ls-files | xargs sed',
    'git ls-files | xargs sort -o',
  ])('%s asks', (command) => {
    expect(verdict('Bash', command, { ...OUTSIDE, files: plain })).toBe('?');
  });
});
