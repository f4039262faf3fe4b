import { createStyle } from '@sluice/terminal';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { farewellLines } from '../../../src/cli/interactive/leave/farewell-lines.ts';
import { costCommand } from '../../../src/cli/interactive/commands/cost.ts';
import type { CommandContext } from '../../../src/cli/interactive/commands/slash-command.ts';
import { SlashCommands } from '../../../src/cli/interactive/prompt/slash-commands.ts';
import { lostMentions } from '../../../src/cli/mentions/read-mentions.ts';
import { scratch } from '../exec/support/scratch.ts';

it('the command that was typed in full is the first of the menu, and others follow', () => {
  const commands = new SlashCommands({
    context: () => undefined,
    logPrompt() {},
    line() {},
    columns: () => 80,
    style: () => createStyle(false),
    note() {},
    send() {},
    hold() {},
    goOn() {},
    onOffered() {},
    onDone() {},
  });
  const names = (typed: string): readonly string[] =>
    commands.menuFor(typed)?.items.map(({ text }) => text.trim()) ?? [];
  expect(names('mod')).toEqual(['/model', '/mode']);
  expect(names('mode')).toEqual(['/mode', '/model']);
});

it.each([
  ['/quit', '! There is no command /quit. Did you mean /exit? (To send a slash, type //.)'],
  ['/modell', '! There is no command /modell. Did you mean /model? (To send a slash, type //.)'],
  ['/zzzz', '! There is no command /zzzz. /help lists them all. (To send a slash, type //.)'],
  ['/clear it', '! /clear takes no arguments, so nothing was done.'],
])('%s does nothing but say what is wrong', async (typed, expected) => {
  const said: string[] = [];
  const agent = { commands: { list: () => Promise.resolve([]) } };
  const commands = new SlashCommands({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it needs only the commands
    context: () => ({ agent }) as unknown as CommandContext,
    logPrompt: (text) => said.push(text),
    line: (text) => said.push(text),
    columns: () => 80,
    style: () => createStyle(false),
    note: (text) => said.push(`! ${text}`),
    send: (text) => said.push(`sent: ${text}`),
    hold() {},
    goOn() {},
    onOffered() {},
    onDone() {},
  });
  await commands.take(typed, 'next');
  expect(said).toEqual([typed, expected]);
});

it.each([
  ['A sentence of a command.', true],
  ['allow  Bash(npm test *)', false],
  ['  Indented, with an end.', false],
  ['  It is not approved. To start it: sluice mcp approve NAME', true],
])('words are kept whole where a row ends, if it is a sentence: %j', async (text, keepsWords) => {
  const lines: unknown[] = [];
  const commands = new SlashCommands({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command needs nothing of it
    context: () => ({}) as unknown as CommandContext,
    logPrompt() {},
    line: (line, isSentence) => lines.push([line, isSentence]),
    columns: () => 80,
    style: () => createStyle(false),
    note() {},
    send() {},
    hold() {},
    goOn() {},
    onOffered() {},
    onDone() {},
  });
  const command = { name: 'x', argumentHint: '', does: '', waits: false };
  await commands.run({ ...command, run: (_, { print }) => print(text) }, '');
  expect(lines).toEqual([[text, keepsWords]]);
});

it.each([
  [true, '  m: 5 in, $1.0000'],
  [false, '  m: 5 in · $1.0000'],
])('what a model has cost is separated by what can be read out, in plain mode: %s', async (isPlain, line) => {
  const printed: string[] = [];
  const usage = { inputTokens: 5, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const context = {
    ...{ isPlain, spentUsd: 1, isCostWhole: true, prompts: [], print: (text: string) => printed.push(text) },
    models: [{ model: 'm', usage, costUsd: 1 }],
    usage: { usedTokens: 0, windowTokens: 1 },
    agent: { provider: { model: 'm' }, earlierUsd: () => 0 },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the command uses
  await costCommand.run('', context as unknown as CommandContext);
  expect(printed).toContain(line);
});

it.each([
  ['nothing else', { tasks: 0, hasDraft: false }, []],
  ['tasks', { tasks: 2, hasDraft: false }, ['2 background tasks stopped']],
  ['a draft', { tasks: 0, hasDraft: true }, ['Your unsent text is saved in the session.']],
])('the last lines name what leaving has ended: %s', (_, more, lines) => {
  const all = farewellLines({
    answers: 1,
    startedAt: Date.now(),
    costUsd: undefined,
    files: 0,
    resumeId: 'abcd',
    ...more,
  });
  expect(all.slice(1, -1)).toEqual(lines);
});

it('says of words that look like a file, and of directories, that nothing is sent along', () => {
  const cwd = scratch();
  mkdirSync(join(cwd, 'docs'));
  writeFileSync(join(cwd, 'there.ts'), '');
  // oxlint-disable-next-line no-unsafe-type-assertion -- it needs only the directory
  const agent = { runtime: { session: { cwd } } } as Parameters<typeof lostMentions>[0];
  expect(
    lostMentions(agent, 'see @there.ts @docs @src/nope.js @types/node @me and a@b.org\n@app.get("/")'),
  ).toEqual([
    '@docs is a directory: only files can be included.',
    '@src/nope.js: there is no such file, so nothing was included.',
  ]);
});
