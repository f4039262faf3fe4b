import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calls, words } from '../print/support/answers.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

// oxlint-disable-next-line no-control-regex -- the terminal's own sequences
const ESCAPE = /\u001b/;

it.each([
  ['--plain', '', '--plain'],
  ['TERM=dumb', 'TERM=dumb', ''],
  ['SLUICE_PLAIN=1', 'SLUICE_PLAIN=1', ''],
])('%s: appends lines, asks with numbers, and never moves the cursor', async (_, before, after) => {
  const server = await serverFor([
    calls(['Bash', { command: 'touch one.txt' }]),
    words('A **first** line.\nA second line.'),
    calls(['Bash', { command: 'touch two.txt' }]),
  ]);
  const scene = await Scene.open({ server, starts: false });
  scene.type(`${before} ${scene.command} ${after}`);
  scene.press('Enter');
  await scene.logs(/^ready\.$/m);
  scene.say('go');
  const asked = await scene.logs(/^ {2}3\. No, and stop here\n[^]*asks \(1 waits\)\. Type a number/m);
  expect(asked).toMatch(
    /^Bash touch one\.txt: asks for your approval, risk medium\n {2}command: touch one\.txt$/m,
  );
  scene.say('8');
  await scene.logs(/There is no choice 8\./);
  scene.say('4');
  await scene.logs(/^why not\?$/m);
  // A paste is the text that an answer waits for, whether or not its last line has an end.
  scene.tmux('set-buffer', 'use make\nor ninja');
  scene.tmux('paste-buffer');
  scene.press('Enter');
  const answered = await scene.logs(/A \*\*first\*\* line\.\nA second line\.\nready\./);
  expect(answered).toMatch(
    // The terminal shows Enter late if the program has taken the paste before.
    /^(?:or ninja)?asked: Bash touch one\.txt, answer: no: use make.*or ninja\ndenied: Bash touch one\.txt\nA \*\*first/m,
  );
  expect(JSON.stringify(server.requests[1]?.body)).toContain(String.raw`use make\nor ninja`);
  expect(server.requests).toHaveLength(2);
  scene.say('/mode');
  await scene.logs(/The mode is default\./);
  scene.say('again');
  await scene.logs(/^Bash touch two\.txt: asks for your approval, risk medium\n[^]*asks \(1 waits\)/m);
  scene.say('3');
  await scene.logs(/stopped: you declined the call\n(?:.*\n)*ready\./);
  scene.press('C-c');
  await scene.logs(/Press Ctrl-C again within 2 s to leave\./);
  scene.press('C-d');
  await scene.backInShell();
  const [, ours = ''] = scene.bytes().split(/^sluice 0/m);
  expect(ESCAPE.test(ours.split('continue with')[0] ?? '')).toBe(false);
});

it('plain: the setting axScreenReader starts it', async () => {
  const server = await serverFor([words('hello')]);
  const scene = await Scene.open({
    server,
    starts: false,
    prepare: ({ home }) => {
      mkdirSync(join(home, '.claude'), { recursive: true });
      writeFileSync(join(home, '.claude/settings.json'), '{"axScreenReader": true}');
    },
  });
  scene.type(scene.command);
  scene.press('Enter');
  await scene.logs(/^ready\.$/m);
  scene.say('hi');
  await scene.logs(/^hello\nready\.$/m);
  scene.press('C-d');
  await scene.backInShell();
});

it('plain: a line begun before a question is not an answer to it', async () => {
  const gate = Promise.withResolvers<void>();
  const server = await serverFor([
    {
      content: [
        { type: 'gate', opened: gate.promise },
        { type: 'call', name: 'Bash', input: { command: 'touch x' } },
      ],
    },
    words('done'),
  ]);
  const scene = await Scene.open({ server, starts: false });
  scene.type(`${scene.command} --plain`);
  scene.press('Enter');
  await scene.logs(/^ready\.$/m);
  scene.say('go');
  await server.request(0);
  scene.type('1');
  await scene.logs(/^1$/m);
  gate.resolve();
  await scene.logs(/what you were typing is not an answer[^]*asks \(1 waits\)/);
  scene.press('Enter');
  await scene.logs(/^1 was typed before you could answer the question: it was ignored\.$/m);
  scene.say('/mode');
  expect(await scene.logs(/The mode is default/)).not.toContain('asked:');
  scene.say('1');
  await scene.logs(/asked: Bash touch x, answer: yes, once[^]*^done\nready\.$/m);
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain('"text":"1"');
  scene.press('C-d');
  await scene.backInShell();
});

it('plain: says what happens to each line that is typed, and takes none for something else', async () => {
  const gate = Promise.withResolvers<void>();
  const server = await serverFor([
    {
      content: [
        { type: 'gate', opened: gate.promise },
        { type: 'call', name: 'Bash', input: { command: 'touch one' } },
        { type: 'call', name: 'Bash', input: { command: 'touch two' } },
      ],
    },
    words('done'),
  ]);
  const scene = await Scene.open({ server, starts: false });
  scene.type(`${scene.command} --plain`);
  scene.press('Enter');
  await scene.logs(/^ready\.$/m);
  scene.say('go');
  await server.request(0);
  scene.say('2');
  await scene.logs(/^2 was typed while no question was open: it was ignored\.$/m);
  scene.press('Enter');
  await scene.logs(/^still working, /m);
  scene.say('and then that');
  await scene.logs(
    /^Your message is queued: it is sent with the next request\. Enter alone sends it now; \/unsend/m,
  );
  scene.say('no, zebra');
  await scene.logs(/(?:Your message is queued[^]*){2}/);
  scene.say('/unsend');
  await scene.logs(/Taken back: it is not sent\.\nThe text was: no, zebra/);
  gate.resolve();
  await scene.logs(/asks \(\d waits?\)\. Type a number/);
  for (const word of ['yes', '1.']) {
    scene.say(word);
    await scene.logs(new RegExp(`^"${word.replace('.', '[.]')}" is not an answer: it was ignored\\.`, 'm'));
  }
  // Enter alone repeats the question, and cancels nothing.
  scene.press('Enter');
  await scene.logs(/(?:asks \(\d waits?\)\. Type[^]*){4}/);
  scene.say('1');
  await scene.logs(/asked: Bash/);
  scene.say('1');
  const asked = await scene.logs(/asked: [^]*^1 was typed [^]*asks \(1 waits\)\. Type/m);
  expect(asked.match(/^asked: .*$/gm)).toHaveLength(1);
  expect(asked).not.toContain('withdrawn');
  scene.say('1');
  const end = await scene.logs(/^done\nready\.$/m);
  expect(end).toMatch(/^sent: and then that$/m);
  const sent = JSON.stringify(server.requests[1]?.body);
  expect(sent).toContain('and then that');
  for (const word of ['zebra', '"yes"', '"1"', '"1."', '"2"']) expect(sent).not.toContain(word);
  scene.press('C-d');
  await scene.backInShell();
});

it('plain: a paste is one message and no answer, a list hears numbers alone, and what a stop leaves is sent', async () => {
  const gate = Promise.withResolvers<void>();
  const server = await serverFor([
    words('pasted.'),
    calls(['Bash', { command: 'touch one' }]),
    { content: [{ type: 'text', text: ['begun\n', { type: 'gate', opened: gate.promise }] }] },
    words('the left one.'),
    words('the last one.'),
  ]);
  const scene = await Scene.open({ server, starts: false });
  scene.type(`${scene.command} --plain`);
  scene.press('Enter');
  await scene.logs(/^ready\.$/m);
  const paste = (text: string): void => {
    scene.tmux('set-buffer', text);
    scene.tmux('paste-buffer', '-r');
  };
  paste('line a\nline b\nline c\n');
  await scene.logs(/^pasted\.\nready\.$/m);
  expect(JSON.stringify(server.requests[0]?.body)).toContain(String.raw`line a\nline b\nline c`);
  // Nothing is left of a paste that was discarded.
  paste('lost a\nlost b');
  await scene.logs(/lost b$/m);
  scene.press('C-c');
  await scene.logs(/What you were typing is lost\./);
  scene.say('/effort');
  await scene.logs(/^Effort: how much the model thinks:[^]*Type a number, or words/m);
  scene.say('zzz');
  await scene.logs(/Nothing matches "zzz"\./);
  scene.say('/mode plan');
  await scene.logs(/^Nothing was chosen\.[^]*The mode is now plan\.\nready\.$/m);
  scene.say('/mode default');
  await scene.logs(/The mode is now default\./);
  scene.say('go');
  await scene.logs(/asks \(1 waits\)/);
  paste('1\n1\n');
  await scene.logs(/What was pasted is not an answer: it was ignored\./);
  // Nor is a digit with Enter that more keys come with, whose line has no end yet.
  paste('1\n2');
  scene.press('Enter');
  await scene.logs(/is not an answer: it was ignored\.[^]*is not an answer: it was ignored\./);
  expect(scene.history()).not.toContain('asked:');
  scene.say('1');
  await scene.logs(/^done: Bash touch one, [^]*^begun$/m);
  scene.say('left');
  await scene.logs(/Your message is queued/);
  scene.press('C-c');
  await scene.logs(/^A message is still queued\. Enter alone sends the first[^]*^ready\.$/m);
  scene.say('last');
  await scene.logs(
    /it is sent when the prompt is done\.[^]*^sent: left\n[^]*^the left one\.\n(?:.*\n)*?sent: last\n[^]*the last one\.\nready\.$/m,
  );
  gate.resolve();
  scene.press('C-d');
  await scene.backInShell();
});

it('plain: chooses a session from a numbered list', async () => {
  const server = await serverFor([words('hello'), words('again')]);
  const scene = await Scene.open({ server });
  scene.say('hi');
  await scene.shows(/hello/);
  await scene.leave();
  scene.type(`${scene.command} --plain -r`);
  scene.press('Enter');
  await scene.logs(/^Resume a session:\n {2}1\. \w+ +hi/m);
  scene.say('1');
  await scene.logs(/^ready\.$/m);
  scene.say('and?');
  await scene.logs(/^again\nready\.$/m);
  expect(JSON.stringify(server.requests[1]?.body)).toContain('hello');
  scene.press('C-d');
  await scene.backInShell();
});

it('plain: reads a change out once and again when asked to, lists tasks by number, cuts no line, and says when it is ready again', async () => {
  const gate = Promise.withResolvers<void>();
  const server = await serverFor([
    calls(['Read', { file_path: 'a.txt' }]),
    calls(['Edit', { file_path: 'a.txt', old_string: 'old', new_string: 'new' }]),
    calls(['Bash', { command: 'sleep 1234', run_in_background: true }]),
    words('edited.'),
    {
      content: [
        { type: 'text', text: ['Well.\nLet me think about it ', { type: 'gate', opened: gate.promise }] },
      ],
    },
  ]);
  const scene = await Scene.open({
    server,
    starts: false,
    prepare: ({ cwd }) => writeFileSync(join(cwd, 'a.txt'), 'old\nstays\n'),
  });
  scene.say(`${scene.command} --plain --allowedTools 'Bash(sleep *)'`);
  const start = await scene.logs(/^ready\.$/m);
  expect(start).toMatch(/^sluice [\d.]+, claude-sonnet-4-5, /m);
  scene.say('go');
  const card = [
    'Edit a\\.txt: asks for your approval, risk medium',
    ' {2}removed 1: old',
    ' {2}added 1: new',
    ' {2}2 {3}stays',
    ' {2}because no rule allows changes to a\\.txt',
    ' {2}1\\. Yes, once',
  ].join('\\n');
  await scene.logs(new RegExp(`${card}[^]*\\n {2}4\\. No, and say why\\n[^]*asks \\(1 waits\\)`));
  scene.say('8');
  await scene.logs(
    /There is no choice 8\.\nasks \(1 waits\)\. Type a number and press Enter; Enter alone repeats the question\./,
  );
  scene.press('Enter');
  await scene.logs(new RegExp(`(?:${card}[^]*){2}asks \\(1 waits\\)\\. Type a number and press Enter\\.`));
  scene.say('1');
  const edited = await scene.logs(/^edited\.\nready\.$/m);
  expect(edited).toMatch(
    /^asked: Edit a\.txt, answer: yes, once\ndone: Edit a\.txt, [^\n]*, 1 added, 1 removed\nstarted: Bash sleep 1234, in the background\nedited\.$/m,
  );
  scene.say('/tasks');
  await scene.logs(/^Background tasks:\n {2}1\. sleep 1234, running for \d+ m?s\n/m);
  scene.say('1');
  await scene.logs(/^sleep 1234:\n {2}1\. Print its last lines\n {2}2\. Stop it, b\w+\n/m);
  scene.say('2');
  await scene.logs(
    /^in the background: sleep 1234: stopped by you [^]*^The task b\w+ is stopped\.\nready\.$/m,
  );
  scene.say('/model');
  await scene.logs(/^Model:\n {2}1\. claude-sonnet-4-5, current/m);
  scene.press('Enter');
  await scene.logs(/^Nothing was chosen\.\nready\.$/m);
  scene.say('think');
  // A line is read out when it is complete.
  await scene.logs(/^Well\.$/m);
  scene.press('C-c');
  await scene.logs(/^Let me think about it *\nstopped\nready\.$/m);
  gate.resolve();
  scene.press('C-d');
  await scene.logs(/^5 answers, [^\n]*1 file changed \(sluice undo --list\)$/m);
  await scene.backInShell();
});
