import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linesOf, MESSAGE_STOP, runCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';

const SECRET = 'hunter2';

/** A project with a file that a rule denies, and a place outside of it that a link leads to. */
function project(): { readonly cwd: string; readonly outside: string } {
  const top = scratch();
  const [cwd, outside] = [join(top, 'project'), join(top, 'outside')];
  mkdirSync(join(cwd, 'src'), { recursive: true });
  mkdirSync(outside);
  const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
  const git = (...words: string[]): void => void execFileSync('git', words, { cwd, stdio: 'ignore' });
  git('init', '-b', 'main');
  for (const name of ['.env', 'a.js', 'b.js', 'src/.env', 'src/c.js']) write(name, 'before\n');
  git('add', '-f', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-m', 'first');
  for (const name of ['.env', 'src/.env']) write(name, `${SECRET}\n`);
  for (const name of ['a.js', 'b.js', 'src/c.js']) write(name, `x ${name}\n`);
  writeFileSync(join(outside, 'name77'), '');
  symlinkSync(outside, join(cwd, 'src/out'));
  return { cwd, outside };
}

/** Outcome and text of each command, in order, when no one can be asked. */
async function outcomesOf(cwd: string, commands: readonly string[], flags: readonly string[]) {
  const lines = commands.map((command, index) => toolUse(String(index), 'Bash', { command }) + MESSAGE_STOP);
  const args = ['exec', '--cwd', cwd, '--permission-prompts', 'none', ...flags];
  const { stdout } = await runCli(args, lines.join(''));
  const results = linesOf(stdout, 'tool_result');
  return commands.map((command, index) => {
    const result = results.find((one) => one['tool_use_id'] === String(index));
    const outcome = result?.['is_error'] === true ? 'denied' : 'ran';
    return { command, outcome, text: textField(result, 'content') };
  });
}

const DENY = ['--deny', 'Read(.env)'];

it('a deny rule keeps no command from running that does not show the file', async () => {
  const { cwd } = project();
  const shown: Readonly<Record<string, readonly string[]>> = {
    'cat *.js': ['x a.js', 'x b.js'],
    'git diff': ['x a.js', 'x b.js', 'x src/c.js'],
    'grep -rn x .': ['x a.js', 'x b.js', 'x src/c.js'],
    "grep -rn '' .": ['x a.js', 'x b.js', 'x src/c.js'],
    'X=$(cat a.js); echo "$X"': ['x a.js'],
    'for f in *.js; do wc -l "$f"; done': ['1 a.js', '1 b.js'],
    'for f in *.js; do cat $f; done': ['x a.js', 'x b.js'],
    'diff a.js a.js; echo same': ['same'],
    'ls *.js': ['a.js', 'b.js'],
    'for f in *.js; do sort "$f"; done': ['x a.js', 'x b.js'],
  };
  const found = await outcomesOf(cwd, Object.keys(shown), DENY);
  for (const { command, outcome, text } of found) {
    expect(outcome, `${command}: ${text}`).toBe('ran');
    for (const part of shown[command] ?? []) expect(text, command).toContain(part);
    expect(text, command).not.toContain(SECRET);
  }
});

it('and keeps every one that would', async () => {
  const { cwd } = project();
  const commands = [
    'cat .env',
    'cat .e*',
    'cat src/.e*',
    'cat */.env',
    'tar czf a.tgz .',
    'git add .',
    'git add "$x"',
    'X=$(cat .env); echo "$X"',
    'for f in .e*; do cat "$f"; done',
    'ln -s .env z.js; cat *.js',
    'git show',
    'git log -p',
    "bash -c 'grep -rn x .'",
  ];
  const found = await outcomesOf(cwd, commands, [...DENY, '--permission-mode', 'bypassPermissions']);
  for (const { command, outcome, text } of found) {
    expect(text, command).not.toContain(SECRET);
    expect(outcome, `${command}: ${text}`).toBe('denied');
  }
});

it('what lists names outside asks, and what lists them here runs', async () => {
  const { cwd, outside } = project();
  const listing = [
    `echo ${outside}/*`,
    `for f in ${outside}/*; do echo "$f"; done`,
    `printf '%s\\n' ${outside}/n*`,
    'echo src/out/*',
    'echo */*/*',
    'ls src/*',
    'ls -LR',
    'find -L .',
    'du -L',
    `type ${outside}/name77`,
    `[ a.js -nt ${outside}/name77 ]`,
    `cd ${outside} && echo *`,
  ];
  for (const { command, outcome, text } of await outcomesOf(cwd, listing, [])) {
    expect(outcome, `${command}: ${text}`).toBe('denied');
    expect(text.replaceAll(command, ''), command).not.toMatch(/^\S*name77$/mu);
  }
  // A value that turns out to be a pattern stays as it is.
  const here = [`echo $(printf '%s/*' ${outside})`, 'echo *', 'echo */*.js', 'ls -R', 'find .', 'ls *.js'];
  for (const { command, outcome, text } of await outcomesOf(cwd, here, [])) {
    expect(outcome, `${command}: ${text}`).toBe('ran');
    expect(text, command).not.toContain('name77');
  }
});

/** What keeps a pattern from being looked up with certainty, made in the project; what it returns goes before a command. */
const UNCERTAINTIES: Readonly<Record<string, (cwd: string, outside: string) => string>> = {
  'a name that is not ASCII': (cwd) => {
    writeFileSync(join(cwd, 'ä'), '');
    return '';
  },
  'more matches than are looked up': (cwd) => {
    for (let index = 0; index < 1_100; index += 1) writeFileSync(join(cwd, `work/${String(index)}`), '');
    return '';
  },
  'a name that is not UTF-8': (cwd, outside) => {
    rmSync(join(cwd, 'sl'));
    symlinkSync(outside, Buffer.concat([Buffer.from(`${cwd}/s`), Buffer.from([0xff])]));
    return '';
  },
  'a line that changes files': () => 'cp work/a work/b; ',
};

const THROUGH_LINKS = [
  'echo s?/*',
  'echo ?*/*',
  'echo */*',
  'echo *//*',
  'echo [a-z]*/*',
  'echo [[:alpha:]]*/*',
  'echo {s,w}?/*',
  'echo {s,w}*/n*',
  'echo */name*',
  'echo */{name,x}*',
  'echo ./s*/*',
  "printf '%s\\n' s*/?*",
  'case x in x) echo s*/*;; esac',
  'for f in s*/*; do echo "$f"; done',
  'for f in */*; do echo "$f"; done | grep sl/',
  "bash -c 'echo s*/*'",
  'a=(s*/*); echo ok',
];

it.each(Object.entries(UNCERTAINTIES))('%s: a pattern that leads through a link asks', async (_, make) => {
  const top = scratch();
  const [cwd, outside] = [join(top, 'project'), join(top, 'outside')];
  mkdirSync(join(cwd, 'work'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'name77'), '');
  writeFileSync(join(cwd, 'work/a'), '');
  symlinkSync(outside, join(cwd, 'sl'));
  const before = make(cwd, outside);
  const commands = THROUGH_LINKS.map((command) => before + command);
  for (const { command, outcome, text } of await outcomesOf(cwd, commands, [
    '--permission-mode',
    'acceptEdits',
  ])) {
    expect(outcome, `${command}: ${text}`).toBe('denied');
    expect(text, command).not.toContain('name77');
  }
  // A pattern without a directory tells no more than the names here.
  const [here] = await outcomesOf(cwd, [`${before}echo w?*`], ['--permission-mode', 'acceptEdits']);
  expect(here?.outcome, here?.text).toBe('ran');
});

it('a pattern that leads through a link to what a rule denies is denied where it is uncertain', async () => {
  const top = scratch();
  const [cwd, outside] = [join(top, 'project'), join(top, 'outside')];
  mkdirSync(cwd);
  mkdirSync(join(outside, 'd'), { recursive: true });
  writeFileSync(join(outside, 'd/name77'), '');
  writeFileSync(join(cwd, 'ä'), '');
  symlinkSync(join(outside, 'd'), join(cwd, 'sl'));
  const flags = ['--deny', `Read(/${outside}/d)`, '--permission-mode', 'bypassPermissions'];
  for (const { command, outcome, text } of await outcomesOf(cwd, THROUGH_LINKS, flags)) {
    expect(outcome, `${command}: ${text}`).toBe('denied');
  }
});

it('a pattern is looked up when the calls before it have settled', async () => {
  const { cwd } = project();
  const lines = [
    toolUse('w', 'Write', { file_path: join(cwd, 'new.js'), content: 'x new.js\n' }),
    toolUse('c', 'Bash', { command: 'cat *.js' }),
    MESSAGE_STOP,
  ];
  const flags = ['--permission-prompts', 'none', '--permission-mode', 'acceptEdits', ...DENY];
  const { stdout } = await runCli(['exec', '--cwd', cwd, ...flags], lines.join(''));
  const result = linesOf(stdout, 'tool_result').find((one) => one['tool_use_id'] === 'c');
  expect(textField(result, 'content')).toContain('x new.js');
});

it('a search that begins inside a denied directory, or that a link leads there, is denied', async () => {
  const { cwd } = project();
  symlinkSync('src', join(cwd, 'link'));
  mkdirSync(join(cwd, 'beside'));
  symlinkSync('../src', join(cwd, 'beside/link'));
  const inside = [
    'cd src && grep -rn x .',
    'grep -rn x link',
    'grep -rn x ./src/../link/',
    'grep -Rn x beside',
  ];
  for (const rule of ['Read(/src/**)', 'Read(src/**)', 'Read(**/src/**)']) {
    // oxlint-disable-next-line no-await-in-loop
    const found = await outcomesOf(cwd, [...inside, 'grep -rn x .'], ['--deny', rule]);
    expect(found.map(({ outcome }) => outcome)).toEqual([...inside.map(() => 'denied'), 'ran']);
    expect(found.map(({ text }) => text).join('')).not.toContain('x src/c.js');
  }
});
