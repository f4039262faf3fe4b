import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { calls, words } from '../print/support/answers.ts';
import { byTask } from '../print/support/by-task.ts';
import { lastMessages } from '../print/support/sent.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

const bash = (command: string): ['Bash', Record<string, string>] => ['Bash', { command }];

it('asks in many ways: a kept rule, a changed command, words, a paste, two at once, letters that look alike, a file that changes', async () => {
  const server = await serverFor([
    calls(bash('npm run made')),
    calls(bash('npm run made')),
    words('kept.'),
    calls(bash('touch wrong.txt')),
    words('changed.'),
    calls(bash('touch never.txt')),
    words('I see.'),
    calls(bash('touch one.txt'), bash('touch two.txt')),
    words('both.'),
    calls(bash('touch p\u0430ypal.txt')),
    words('looked.'),
    calls(['Read', { file_path: 'a.txt' }]),
    calls(['Edit', { file_path: 'a.txt', old_string: 'old', new_string: 'new' }]),
    words('edited.'),
  ]);
  const scene = await Scene.open({
    server,
    prepare: ({ cwd }) => {
      writeFileSync(join(cwd, 'package.json'), '{"scripts":{"made":"touch made.txt"}}');
      writeFileSync(join(cwd, 'a.txt'), 'old\n');
    },
  });
  const { cwd } = scene.place;

  // From now on: the file has exactly the rule that was shown, and the next call is not asked about.
  scene.say('go');
  const [, shown = ''] =
    /2 Yes, and from now on \(\.sluice\/settings\.local\.json\): (.+)/.exec(
      await scene.shows(/2 Yes, and from[^]*digits answer/),
    ) ?? [];
  scene.press('2');
  await scene.logs(/^kept\.$/m);
  const kept: unknown = JSON.parse(readFileSync(join(cwd, '.sluice/settings.local.json'), 'utf8'));
  expect(kept).toMatchObject({ permissions: { allow: [shown.trim()] } });
  expect(scene.history().match(/asked: /g)).toHaveLength(1);
  expect(scene.history()).toMatch(/^kept in \.sluice\/settings\.local\.json: Bash\(/m);

  // The command is changed before it is allowed.
  scene.say('next');
  await scene.shows(/5 Change it …[^]*digits answer/);
  scene.press('5');
  await scene.shows(/^command: touch wrong\.txt$/m);
  scene.press('Enter');
  await scene.shows(/nothing is changed/);
  expect(scene.history()).not.toContain('wrong.txt → ');
  scene.press('C-u');
  scene.type('touch right.txt');
  scene.press('Enter');
  await scene.logs(/asked: Bash touch wrong\.txt → yes, changed: touch right\.txt [^]*^changed\.$/m);
  expect(existsSync(join(cwd, 'right.txt'))).toBe(true);
  expect(existsSync(join(cwd, 'wrong.txt'))).toBe(false);
  // The model, and the records, know what ran.
  expect(JSON.stringify(lastMessages(server).at(-1))).toMatch(
    /<not-from-user source=\\"sluice\\">\\nYour call [^<]* the user changed its input\. [^<]*touch right\.txt/,
  );
  scene.say('/export record.md');
  await scene.logs(/^Written to .*record\.md\.$/m);
  const record = readFileSync(join(cwd, 'record.md'), 'utf8');
  expect([record.includes('✓ Bash touch right.txt'), record.includes('wrong.txt')]).toEqual([true, false]);

  // A pasted "1" and Enter is text for the prompt; words go with a no.
  scene.say('next');
  await scene.shows(/Bash touch never[^]*digits answer/);
  scene.tmux('set-buffer', '1\n');
  scene.tmux('paste-buffer', '-p');
  await scene.shows(/^> 1$[^]*Tab answers|Tab answers[^]*^> 1$/m);
  // Once nothing of it is left, the card hears keys again.
  scene.press('C-c');
  await scene.shows(/digits answer/);
  // What other programs take for an answer is never sent to the model meanwhile.
  scene.type('yes');
  await scene.shows(/^> yes$/m);
  scene.press('Enter');
  await scene.shows(/"yes" was not sent: a question above is waiting/);
  await scene.shows(/digits answer/);
  scene.press('4');
  await scene.shows(/^why not\? $|^why not\?$/m);
  scene.say('use a script');
  await scene.logs(/→ no: use a script [^]*^I see\.$/m);
  expect(existsSync(join(cwd, 'never.txt'))).toBe(false);

  // A double Enter answers one of two.
  scene.say('next');
  await scene.shows(/Bash touch one[^]*❯ 1 Yes, once[^]*digits answer/);
  scene.press('Enter', 'Enter');
  await scene.logs(/asked: Bash touch one\.txt → yes, once/);
  await scene.shows(/── Bash touch two[^]*digits answer/);
  expect(scene.history()).not.toContain('asked: Bash touch two');
  scene.press('1');
  await scene.logs(/^both\.$/m);

  // A Cyrillic letter among Latin ones is named, and such a call is never kept.
  scene.say('next');
  const mixed = await scene.shows(/! .*[^]*touch p[^]*digits answer/);
  expect(mixed).toMatch(/Cyrillic|U\+0430/);
  expect(mixed).not.toContain('2 Yes, and');
  scene.press('3');
  await scene.shows(/stopped: you declined/);

  // The file changes under the open question.
  scene.say('next');
  await scene.logs(/^looked\.$/m);
  scene.say('next');
  await scene.shows(/Edit a\.txt[^]*❯ 1 Yes, once[^]*digits answer/);
  // One Shift-Tab changes no mode that would answer it.
  scene.press('BTab');
  await scene.shows(/acceptEdits would allow 1 of 1 · Shift-Tab again/);
  await scene.shows(/Edit a\.txt[^]*❯ 1 Yes, once[^]*digits answer[^]*^ {2}default · /m);
  writeFileSync(join(cwd, 'a.txt'), 'old, by hand\n');
  scene.press('1');
  await scene.shows(/a\.txt changed while you were deciding[^]*digits answer|Read it again|has changed/);
  await scene.leave();
  expect(scene.history()).not.toContain('acceptEdits would');
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('old, by hand\n');
});

it('approves a plan that the person has edited, with edits accepted, and takes answers to questions', async () => {
  const options = ['tabs', 'spaces'].map((label) => ({ label, description: label }));
  const questions = [{ question: 'Which indent?', header: 'Indent', options, multiSelect: false }];
  const server = await serverFor([
    calls(['ExitPlanMode', { plan: 'Write one file.' }]),
    calls(['Write', { file_path: 'one.txt', content: 'one\n' }]),
    words('carried out.'),
    calls(['AskUserQuestion', { questions }]),
    words('thanks.'),
  ]);
  const scene = await Scene.open({
    server,
    args: ['--permission-mode', 'plan', '--tool-loading', 'off'],
    env: { VISUAL: './edit' },
    prepare: ({ cwd }) => {
      writeFileSync(join(cwd, 'edit'), '#!/bin/sh\necho "And no other." >> "$1"\n');
      chmodSync(join(cwd, 'edit'), 0o755);
    },
  });
  scene.say('plan it');
  await scene.shows(/Write one file\.[^]*1 Yes, and ask me about edits\n[^]*digits answer/);
  scene.press('6');
  await scene.shows(/And no other\.[^]*2 Yes, and accept edits\n[^]*digits answer/);
  scene.press('2');
  await scene.logs(/→ go on, edits accepted \(you[^]*^carried out\.$/m);
  await scene.shows(/^ {2}acceptEdits · /m);
  expect(readFileSync(join(scene.place.cwd, 'one.txt'), 'utf8')).toBe('one\n');
  expect(JSON.stringify(server.requests[1]?.body)).toContain('with changes of their own');
  scene.say('ask me');
  await scene.shows(/Which indent\?[^]*digits answer/);
  // Leaving the question answers nothing.
  scene.press('Escape');
  await scene.shows(/Which indent\?[^]*Tab answers/);
  scene.press('Tab');
  await scene.shows(/digits answer/);
  scene.press('2');
  await scene.shows(/1 Send these answers[^]*digits answer/);
  scene.press('1');
  await scene.logs(/^thanks\.$/m);
  expect(JSON.stringify(server.requests[4]?.body)).toContain('spaces');
  await scene.leave();
});

it('shows which commands of a line the question is about, and lets another mode answer', async () => {
  const server = await serverFor([
    calls(['Bash', { command: 'cat a.txt && npm install left-pad; ls | wc -l > count.txt' }]),
    calls(['Read', { file_path: 'b.txt' }]),
    calls(['Edit', { file_path: 'b.txt', old_string: 'old', new_string: 'new' }]),
    words('edited.'),
  ]);
  const scene = await Scene.open({
    server,
    prepare: ({ cwd }) => writeFileSync(join(cwd, 'b.txt'), 'old\n'),
  });
  scene.say('install it');
  const card = await scene.shows(/digits answer/);
  expect(card).toMatch(
    /\n {2}✓ cat a\.txt\n {2}\? npm install left-pad\n {2}✓ ls\n {2}✓ wc -l\n {2}\? wc -l > \S+count\.txt\n/,
  );
  // A window that a card is too high for scrolls its first rows away, and a higher one shows them again.
  for (const [columns, rows] of [
    [36, 12],
    [33, 22],
    [71, 16],
    [120, 30],
    [80, 24],
  ] as const)
    await scene.resize(columns, rows);
  expect((await scene.shows(/digits answer/)).match(/── Bash/g)).toHaveLength(1);
  scene.press('3');
  await scene.shows(/stopped: you declined/);

  // Another mode answers what it allows, once it is asked for twice.
  scene.say('edit it');
  await scene.shows(/── Edit b\.txt [^]*digits answer [^\n]*· Shift-Tab: accept edits/);
  scene.press('BTab');
  await scene.shows(/acceptEdits would allow 1 of 1 · Shift-Tab again/);
  expect(readFileSync(join(scene.place.cwd, 'b.txt'), 'utf8')).toBe('old\n');
  scene.press('BTab');
  await scene.logs(/asked: Edit b\.txt → yes \(the mode acceptEdits allows it\)/);
  await scene.logs(/^edited\.$/m);
  await scene.shows(/^ {2}acceptEdits · /m);
  expect(readFileSync(join(scene.place.cwd, 'b.txt'), 'utf8')).toBe('new\n');
  await scene.leave();
});

it('names the chain of agents in the question of a grandchild, and its answer reaches it', async () => {
  const opens = (type: string, prompt: string) =>
    calls(['Agent', { description: 'a task', prompt, subagent_type: type, run_in_background: false }]);
  const server = await serverFor(
    byTask({
      MAIN: [opens('outer', 'TASK one'), words('all done.')],
      'TASK one': [opens('inner', 'TASK two'), words('One is done.')],
      'TASK two': [calls(bash('touch made.txt')), words('Two is done.')],
    }),
  );
  const scene = await Scene.open({
    server,
    prepare: ({ cwd }) => {
      mkdirSync(join(cwd, '.claude/agents'), { recursive: true });
      for (const name of ['outer', 'inner'])
        writeFileSync(
          join(cwd, `.claude/agents/${name}.md`),
          `---\nname: ${name}\ndescription: d\n---\nWork.\n`,
        );
    },
  });
  scene.say('go');
  const card = await scene.shows(/touch made\.txt[^]*digits answer/);
  expect(card).toMatch(/ · agent outer › inner: a task ──$/m);
  scene.press('1');
  await scene.logs(/^asked: Bash touch made\.txt for agent outer › inner: a task → yes, once /m);
  await scene.logs(/^all done\.$/m);
  expect(existsSync(join(scene.place.cwd, 'made.txt'))).toBe(true);
  await scene.leave();
});

it('asks what a server wants to know: a form by its fields, and an address that only "open" opens; Esc leaves both open', async () => {
  const requestedSchema = {
    type: 'object',
    properties: { name: { type: 'string', title: 'Your name' }, size: { type: 'integer', minimum: 1 } },
    required: ['name', 'size'],
  };
  const url = 'https://login.example/start?state=1';
  const server = await serverFor([
    calls(['mcp__docs__ask', { message: 'Who are you?', requestedSchema }]),
    words('known.'),
    calls(['mcp__docs__ask', { mode: 'url', message: 'Log in.', url, elicitationId: 'e1' }]),
    words('logged in.'),
  ]);
  const scene = await Scene.open({
    server,
    args: ['--allowedTools', 'mcp__docs__ask', '--mcp-config', 'servers.json', '--tool-loading', 'off'],
    prepare: ({ cwd }) => {
      const mcpServers = { docs: faultEntry({ hasMore: true }), down: faultEntry({ start: 'refuses' }) };
      writeFileSync(join(cwd, 'servers.json'), JSON.stringify({ mcpServers }));
    },
  });
  await scene.logs(/The MCP server "down" can't be used/);
  // In one row if the server has failed before the session was open.
  scene.say('/notices');
  await scene.logs(
    /The MCP server "down" can't be used\. [^]*To\s+reconnect\s+it:\s+\/mcp\s+reconnect\s+down/,
  );
  scene.say('ask me');
  await scene.shows(/Who are you\?[^]*Your name[^]*Type it …[^]*type the answer/);
  scene.press('Escape');
  await scene.shows(/Who are you\?[^]*Tab answers/);
  scene.press('Tab');
  await scene.shows(/type the answer/);
  scene.say('Ada');
  // The next field hears what is typed at once.
  await scene.shows(/✓ Your name: Ada[^]*2 of 2: size[^]*^answer:/m);
  // What doesn't fit the schema is not an answer.
  scene.say('none');
  await scene.shows(/^answer: none\n[^]*whole number|integer|number/m);
  scene.press('C-u');
  scene.say('3');
  await scene.shows(/✓ size: 3[^]*1 Send these answers[^]*digits answer/);
  scene.press('1');
  await scene.logs(/^known\.$/m);
  expect(JSON.stringify(server.requests[1]?.body)).toContain('Ada');

  scene.say('and now');
  await scene.shows(/https:\/\/login\.example\/start\?state=1[^]*1 I have opened it[^]*digits answer/);
  scene.press('Escape');
  await scene.shows(/login\.example[^]*Tab answers/);
  scene.press('Tab');
  await scene.shows(/digits answer/);
  scene.press('1');
  await scene.logs(/^logged in\.$/m);
  await scene.leave();
});
