import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createProcessSession } from '@sluice/process';
import { rgPath } from '@vscode/ripgrep';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createBashTool } from '../../../src/bash/create-bash-tool.ts';
import { createFakeWorld } from '../fake-context.ts';

const processes = createProcessSession();
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}${delimiter}${dirname(rgPath)}` };
/** As permission rules have them: gitignore patterns of names. */
const NAMES = ['.env', '*.pem', 'a b', "it's", String.raw`\[x\]`, '{y}', '!z', '#h', 'private', 'k?y'];
/** A file of each such name, and others that only look like one. */
const LEFT_OUT = [
  '.env',
  'src/.env',
  'k.pem',
  'a b',
  "it's",
  '[x]',
  '{y}',
  '!z',
  '#h',
  'private/in/it',
  'key',
];
const SHOWN = ['a.js', 'src/b.js', 'x', 'y', 'z', 'h', 'environment', 'keys', 'private.txt'];
const WORD = 'needle';

await createBashTool({ processes }).load?.();
afterAll(() => processes.dispose());

function plant() {
  const world = createFakeWorld();
  onTestFinished(() => world.dispose());
  const cwd = world.workspace;
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  const git = (...words: string[]): void => void execFileSync('git', words, { cwd, stdio: 'ignore' });
  const all = [...LEFT_OUT, ...SHOWN];
  for (const name of all) write(name, 'before\n');
  git('init', '-b', 'main');
  git('add', '-f', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-m', 'first');
  for (const name of all) write(name, `${WORD} ${name}\n`);
  return world;
}

/** The names whose content the output shows. */
function shownIn(output: unknown): readonly string[] {
  const text = JSON.stringify(output);
  return [...LEFT_OUT, ...SHOWN].filter((name) =>
    text.includes(`${WORD} ${JSON.stringify(name).slice(1, -1)}\\n`),
  );
}

async function run(
  command: string,
  names: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) {
  const world = plant();
  const tool = createBashTool({ processes, env: { ...env, ...variables }, namesLeftOut: () => names });
  return tool.call({ command }, world.context());
}

it.each([
  'grep -rn needle .',
  'grep -rn -- needle .',
  'grep -rn needle . | cat',
  "grep -rn needle --include='*' .",
  'grep -rhn needle * .env src',
  'egrep -r needle',
  'rg -uu needle',
  'rg -uu -- needle .',
  "rg -uu -g '*' needle",
  'git diff',
  'git diff HEAD',
  'git diff -- .',
  'git diff --color=never -w',
  'git diff main',
  'git diff main@{0}',
  'git diff main .',
  'git grep -h needle .',
  'git grep -h needle ./',
])('%s shows nothing of the names that it leaves out, and all others', async (command) => {
  expect(shownIn(await run(command, NAMES))).toEqual(SHOWN);
});

it.each(['grep -rn needle .', 'rg -uu needle', 'git diff'])(
  '%s shows all where there are no rules',
  async (command) => {
    expect(shownIn(await run(command, []))).toEqual([...LEFT_OUT, ...SHOWN]);
  },
);

it('a tree is no way around it: git diff shows nothing of one that is not a commit', async () => {
  const empty = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
  const world = plant();
  const tree = execFileSync('git', ['rev-parse', 'HEAD:private'], { cwd: world.workspace }).toString().trim();
  execFileSync('git', ['tag', 'kept', tree], { cwd: world.workspace });
  const tool = createBashTool({ processes, env, namesLeftOut: () => NAMES });
  for (const words of [`${empty} ${tree}`, `${empty}..${tree}`, tree, `${tree} -- .`, 'HEAD kept']) {
    const output = await tool.call({ command: `git diff ${words}` }, world.context());
    expect(JSON.stringify(output)).toContain('^{commit}');
    expect(JSON.stringify(output)).not.toContain('before');
  }
});

it('nothing is shown where programs are asked to read options before operands only', async () => {
  const output = await run('grep -rn needle .', NAMES, { POSIXLY_CORRECT: '1' });
  expect(shownIn(output)).toEqual(SHOWN);
});
