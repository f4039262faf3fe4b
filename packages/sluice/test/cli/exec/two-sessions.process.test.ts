import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { BYPASS, ended, linesOf, MESSAGE_STOP, startCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';
import { linesOfFile } from './support/until.ts';

const ARGS = ['exec', ...BYPASS, '--output-format', 'jsonl'];
/** More than a result may hold, so that the output is stored; both sessions call their calls the same. */
const long = (name: string): string =>
  `: >${name}; until [ -e one ] && [ -e two ]; do sleep 0.01; done; for i in {1..9000}; do echo "${name} $i"; done`;

it('two sessions in one directory at the same time keep their outputs apart', async () => {
  const [cwd, TMPDIR] = [scratch(), scratch()];
  const names = ['one', 'two'];
  const runs = await Promise.all(
    names.map(async (name) => {
      const child = startCli(ARGS, { cwd, env: { TMPDIR } });
      child.stdin.end(
        toolUse('a', 'Bash', { command: long(name) }) +
          toolUse('b', 'Bash', { command: `echo ${name} >>order; echo short ${name}` }) +
          MESSAGE_STOP,
      );
      return ended(child);
    }),
  );
  expect(runs.map(({ status }) => status)).toEqual([0, 0]);
  expect((await linesOfFile(join(cwd, 'order'), 2)).toSorted()).toEqual(names);
  const places = runs.map(({ stdout }, index) => {
    const [first, second] = linesOf(stdout, 'tool_result');
    const path =
      /\/[^\s<>"]+\/tool-results\/[^\s<>"]+\.txt/.exec(textField(first, 'content'))?.[0] ?? 'no path';
    const expected = Array.from({ length: 9_000 }, (_, line) => `${names[index]} ${line + 1}\n`).join('');
    expect(readFileSync(path, 'utf8')).toBe(expected);
    expect(second).toMatchObject({ content: `short ${names[index]}` });
    return dirname(path);
  });
  expect(new Set(places).size).toBe(2);
});
