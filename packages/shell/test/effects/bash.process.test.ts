import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import { moreRuns, RUNS, SEED } from '../parse/nasty.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-effects-')));
const cwd = join(root, 'work');
for (const directory of ['a/b', 'b', 'c d']) mkdirSync(join(cwd, directory), { recursive: true });

afterAll(() => {
  rmSync(root, { recursive: true });
});

/** `rec` stands for any command: bash tells where it ran, and with which words. The first word is a number of its own. */
const words = fc.constantFrom(
  'x',
  '"$x"',
  '$x',
  '$y',
  '"${y}z"',
  'p{q,r}',
  '{1..3}',
  '~',
  '~/k',
  '$HOME/k',
  '"$PWD"',
  '"$f"',
  "'a  b'",
  'a\\ b',
  '$((1 + 2))',
  '"$(echo s)"',
  '*',
  'a*',
);

const script = fc.letrec<Record<'command' | 'list', string>>((tie) => ({
  command: fc.oneof(
    { maxDepth: 4 },
    fc.array(words, { maxLength: 3 }).map((list) => ['rec', '@', ...list].join(' ')),
    fc.constantFrom(
      'cd a',
      'cd b',
      'cd ..',
      'cd none',
      'cd "$x"',
      'cd ~',
      'cd',
      'cd -',
      'cd ./a/b',
      'pushd a',
      'popd',
    ),
    fc.constantFrom(
      'x=a',
      'y=b',
      'y=c',
      'x="c d"',
      'x=$y',
      'false',
      'true',
      'exit 1',
      'unset x',
      'HOME=/q',
      'x=2 true',
    ),
    fc.constantFrom(
      'eval "cd a"',
      'read x <<< b',
      'export y=k',
      'f() { cd b; x=b; }',
      'f',
      'printf -v x q',
      'break',
    ),
    tie('list').map((list) => `(${list})`),
    tie('list').map((list) => `{ ${list}; }`),
    fc.tuple(tie('command'), tie('list')).map(([condition, list]) => `if ${condition}; then ${list}; fi`),
    fc
      .tuple(tie('command'), tie('list'), tie('list'))
      .map(([condition, list, other]) => `if ${condition}; then ${list}; else ${other}; fi`),
    tie('list').map((list) => `for f in a "c d"; do ${list}; done`),
    tie('list').map((list) => `while :; do ${list}; break; done`),
    tie('list').map((list) => `case $x in a) ${list};; *) ${list};; esac`),
    tie('command').map((command) => `! ${command}`),
  ),
  list: fc.oneof(
    { maxDepth: 4 },
    tie('command'),
    fc
      .tuple(tie('command'), fc.constantFrom('; ', ' && ', ' || ', ' | ', '\n'), tie('list'))
      .map(([left, operator, right]) => `${left}${operator}${right}`),
  ),
})).list;

interface Call {
  readonly directory: string;
  readonly words: readonly string[];
}

/** A busy machine forks ten times a second. */
const LIMIT_MS = 600_000;

/** What each `rec` of the scripts was called with; one process that forks for each script. */
function callsOf(sources: readonly string[]): readonly (readonly Call[])[] {
  for (const [index, source] of sources.entries()) writeFileSync(join(root, String(index)), source);
  const loop = `rec() { local call; printf -v call '%s\\036' "$PWD" "$@"; printf '%s\\037' "$call" >> "$log"; }
for ((i = 0; i < $1; i++)); do log=$2/log$i; : > "$log"; (cd "$2/work" && . "$2/$i"); done > /dev/null 2>&1 < /dev/null; true`;
  execFileSync('bash', ['--norc', '--noprofile', '-c', loop, 'bash', String(sources.length), root], {
    env: { PATH: process.env['PATH'], HOME: join(cwd, 'b'), LC_ALL: 'C.UTF-8' },
    timeout: LIMIT_MS,
  });
  return sources.map((_, index) =>
    readFileSync(join(root, `log${index}`), 'utf8')
      .split('\u001F')
      .slice(0, -1)
      .map((call) => {
        const [directory = '', ...rest] = call.split('\u001E').slice(0, -1);
        return { directory, words: rest };
      }),
  );
}

test(
  'where a command runs and what its words are, as far as it is told, is what bash does',
  { timeout: LIMIT_MS },
  () => {
    const generated = fc.sample(script, { numRuns: moreRuns(2), seed: SEED });
    const sources = generated.map((source) => {
      let number = 0;
      return source.replaceAll('@', () => String((number += 1)));
    });
    const wrong: unknown[] = [];
    let told = 0;
    for (const [index, calls] of callsOf(sources).entries()) {
      const source = sources[index] ?? '';
      const { commands } = analyzeCommand(source, { cwd, home: join(cwd, 'b') });
      for (const { directory, words } of calls) {
        const found = commands.find(({ argv }) => argv[0] === 'rec' && argv[1] === words[0]);
        if (found === undefined) {
          if (commands.length > 0) wrong.push({ source, missing: words });
          continue;
        }
        if (found.cwd !== undefined && found.cwd !== directory)
          wrong.push({ source, cwd: found.cwd, directory });
        const isKnown = found.argv.every((word) => word !== undefined);
        if (isKnown && found.argv.slice(1).join('\0') !== words.join('\0'))
          wrong.push({ source, argv: found.argv, words });
        told += Number(found.cwd !== undefined) + Number(isKnown);
      }
    }
    expect(wrong).toEqual([]);
    expect(told).toBeGreaterThan(RUNS / 2);
  },
);
