import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive, linesOfFile, until } from '../exec/support/until.ts';
import { calls, words } from '../print/support/answers.ts';
import { byTask } from '../print/support/by-task.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

it('keeps waiting messages after Esc, says of a fork what it needs, and goes on in one', async () => {
  const gate = Promise.withResolvers<void>();
  const server = await serverFor([
    { content: [{ type: 'text', text: ['begun and ', { type: 'gate', opened: gate.promise }] }] },
    words('sent after the stop.'),
    words('in the fork.'),
  ]);
  const scene = await Scene.open({ server });
  scene.say('/fork');
  await scene.logs(/^! This session is empty: there is nothing to copy\.$/m);
  scene.say('first');
  await scene.shows(/^begun/m);
  scene.say('second');
  await scene.shows(/next: second/);
  scene.press('Escape');
  // What was not sent stays where it can be seen, until Enter sends it.
  await scene.shows(/■ stopped[^]*\n {2}held: second +Enter sends · ↑ takes it back\n/);
  gate.resolve();
  expect(server.requests).toHaveLength(1);
  scene.press('Enter');
  await scene.logs(/> second\nsent after the stop\./);
  const sessions = (): readonly string[] =>
    readdirSync(join(scene.place.state, 'sessions'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.jsonl'));
  const before = sessions().length;
  scene.say('/fork');
  await scene.logs(/> \/fork\nsluice 0[^]*> second\nsent after the stop\.[^]*\/help/);
  scene.say('third');
  await scene.logs(/^in the fork\.$/m);
  expect(sessions().length).toBeGreaterThan(before);
  await scene.leave();
});

it('follows an agent of the tree, shows all that one did which has ended, and what fills the window', async () => {
  const gate = Promise.withResolvers<void>();
  const spawn = {
    description: 'look around',
    prompt: 'Look.',
    subagent_type: 'scout',
    run_in_background: false,
  };
  const server = await serverFor([
    calls(['Agent', spawn]),
    calls(['Glob', { pattern: 'none*' }]),
    { content: [{ type: 'text', text: ['I see\n', { type: 'gate', opened: gate.promise }, 'nothing.'] }] },
    words('it saw nothing.'),
    words('more.'),
    calls(['Agent', spawn]),
    { content: [{ type: 'gate', opened: new Promise(() => {}) }] },
  ]);
  const scene = await Scene.open({
    server,
    env: { PAGER: 'cat >shown' },
    prepare: ({ cwd }) => {
      writeFileSync(join(cwd, 'AGENTS.md'), 'Be brief.\n');
      mkdirSync(join(cwd, '.claude/agents'), { recursive: true });
      const text = '---\nname: scout\ndescription: Looks around\n---\nLook around.\n';
      writeFileSync(join(cwd, '.claude/agents/scout.md'), text);
    },
  });
  scene.say('go');
  await scene.shows(/Agent scout: look around/);
  scene.say('/agents');
  await scene.shows(
    /── Agents of this session ─+ 1 ──\n❯ ⠿ scout: look around +Glob none\* {2}[\d.]+k? tokens {2}running\n/,
  );
  scene.press('Enter');
  await scene.shows(/── scout: look around ─+ [^\n]*running · Esc closes ──\n {4}✓ Glob none\*\n {2}I see\n/);
  // Esc closes the topmost: the work goes on.
  scene.press('Escape');
  await scene.hides(/Esc closes/);
  gate.resolve();
  await scene.logs(/^it saw nothing\.$/m);
  scene.say('/agents');
  await scene.shows(/❯ ✓ scout: look around [^\n]*completed\n/);
  scene.press('Enter');
  await until(() => (existsSync(join(scene.place.cwd, 'shown')) ? true : undefined));
  await scene.shows(/^ {2}default · /m);
  expect(readFileSync(join(scene.place.cwd, 'shown'), 'utf8')).toMatch(/Glob none\*[^]*I see\nnothing\./);
  scene.say('/context');
  const context = await scene.logs(/^ {2}Kept free for compaction +[\d,]+ +20 % {2}█+$/m);
  expect(context).toMatch(
    /^ {2}System prompt +[\d,]+ [^]*^ {2}System tools +[\d,]+ [^]*^ {2}Messages +[\d,]+ [^]*^ {2}Free space +[\d,]+ /m,
  );
  scene.say('again');
  await scene.logs(/^more\.$/m);
  scene.say('/cost');
  const cost = await scene.logs(
    /^By prompt:\n +\$0\.\d+ +[\d.]+k? in +\d+ out +\d+ s {2}go\n +\$0\.\d+ +[\d.]+k? in +\d+ out +\d+ s {2}again$/m,
  );
  // The work of agents counts.
  const [, so, ofModel] = /^\$(\S+) so far\n.*\$(\S+)\nBy prompt:$/m.exec(cost) ?? [];
  expect(Number(so)).toBeCloseTo(Number(ofModel), 3);
  // A call that waits for its agent runs nothing in the background, so that Ctrl-D leaves without a question.
  scene.say('once more');
  await until(() => (server.requests.length === 7 ? true : undefined));
  scene.press('C-d');
  await scene.backInShell();
  expect(scene.history()).not.toContain('Leave and stop');
});

it('ends agents in the background, with their commands, when Ctrl-C is pressed twice', async () => {
  const stay = 'echo $$ >> pids; sleep 1000 & echo $! >> pids; wait';
  const task = { description: 'stay', prompt: 'TASK', run_in_background: true };
  const server = await serverFor(
    byTask({
      MAIN: [calls(['Agent', task]), words('it works alone.')],
      TASK: [calls(['Bash', { command: stay }])],
    }),
  );
  const scene = await Scene.open({
    server,
    args: ['--dangerously-skip-permissions'],
    env: { CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: '' },
    prepare: ({ home }) => {
      mkdirSync(join(home, '.claude'), { recursive: true });
      writeFileSync(
        join(home, '.claude/settings.json'),
        JSON.stringify({ skipDangerousModePermissionPrompt: true }),
      );
    },
  });
  scene.say('go');
  await scene.logs(/^it works alone\.$/m);
  const pids = (await linesOfFile(join(scene.place.cwd, 'pids'), 2)).map(Number);
  scene.press('C-c');
  expect(pids.every(isAlive)).toBe(true);
  scene.press('C-c');
  await scene.backInShell();
  await until(() => (pids.some(isAlive) ? undefined : true));
});

it('asks 1,000 questions with one card and a number; a rule that denies them withdraws all', async () => {
  const many = Array.from({ length: 1000 }, (_, at): [string, { url: string; prompt: string }] => [
    'WebFetch',
    { url: `https://one.example/${at}`, prompt: 'what' },
  ]);
  const server = await serverFor([calls(...many), words('none was fetched.')]);
  const scene = await Scene.open({ server });
  scene.say('go');
  const asked = await scene.shows(/── WebFetch [^]*1 of 1000[^]*digits answer/);
  expect(asked.split('\n').filter((row) => row.startsWith('── '))).toHaveLength(1);
  scene.say('/permissions add deny WebFetch');
  await scene.logs(/^none was fetched\.$/m);
  expect(scene.history().match(/^asked: WebFetch .* → withdrawn$/gm)?.length).toBe(1000);
  expect(scene.screen()).not.toContain('── WebFetch');
  await scene.leave();
});

it('goes on while the terminal does not read, and shows all of it afterwards', async () => {
  const lines = Array.from(
    { length: 6000 },
    (_, at) => `row ${at + 1} of it, and some more words to fill it`,
  );
  const gate = Promise.withResolvers<void>();
  const server = await serverFor([
    {
      content: [
        { type: 'text', text: ['begun\n\n', { type: 'gate', opened: gate.promise }, lines.join('\n')] },
        { type: 'call', name: 'Write', input: { file_path: 'made.txt', content: 'x' } },
      ],
    },
    words('done.'),
  ]);
  const scene = await Scene.open({ server, starts: false });
  // A program between the two that is stopped, as a hung connection is: nothing reads what the program writes.
  scene.say(`sh -c "script -qec '${scene.command} --allowedTools Write' /dev/null; true"`);
  await scene.shows(/^ {2}default · /m);
  const shell = scene.tmux('list-panes', '-F', '#{pane_pid}').trim();
  const childOf = (pid: string): string =>
    execFileSync('pgrep', ['-P', pid], { encoding: 'utf8' }).trim().split('\n')[0] ?? '';
  const reader = Number(childOf(childOf(shell)));
  scene.say('go');
  await scene.shows(/^begun/m);
  process.kill(reader, 'SIGSTOP');
  gate.resolve();
  await until(() => (existsSync(join(scene.place.cwd, 'made.txt')) ? true : undefined));
  expect(scene.history()).not.toContain('row 6000 of it');
  process.kill(reader, 'SIGCONT');
  const rows = (await scene.logs(/^done\.$/m)).split('\n').map((row) => row.trimEnd());
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  expect(lines.filter((line) => counts.get(line) !== 1)).toEqual([]);
  await scene.leave();
});

it('runs no command that a rule denies in a custom command, takes piped text, and draws without color', async () => {
  const server = await serverFor([words('looked at the pipe.')]);
  const scene = await Scene.open({
    server,
    starts: false,
    env: { NO_COLOR: '1' },
    prepare: ({ home, cwd }) => {
      mkdirSync(join(home, '.claude/commands'), { recursive: true });
      writeFileSync(join(home, '.claude/commands/look.md'), 'Before: !`touch made.txt`\n');
      writeFileSync(join(cwd, 'piped.txt'), 'from the pipe');
    },
  });
  scene.say(`cat piped.txt | ${scene.command} --disallowedTools 'Bash(touch *)' -- 'look at it'`);
  await scene.logs(/^looked at the pipe\.$/m);
  expect(JSON.stringify(server.requests[0]?.body)).toContain('from the pipe');
  // oxlint-disable-next-line no-control-regex -- the terminal's own sequences
  expect(scene.bytes().slice(scene.bytes().indexOf('sluice 0'))).not.toMatch(/\u001b\[(?:1|2|3[0-7])m/);
  scene.say('/look');
  await scene.logs(/Bash\(touch \*\)/);
  expect(readdirSync(scene.place.cwd)).not.toContain('made.txt');
  expect(server.requests).toHaveLength(1);
  await scene.leave();
});

it('gives the terminal back when an error inside ends it, says which, and can be resumed', async () => {
  const server = await serverFor([words('before it.'), words('after it.')]);
  const scene = await Scene.open({
    server,
    env: { NODE_OPTIONS: '--import ./crash.mjs' },
    prepare: ({ cwd }) => {
      const crash = `import { existsSync } from 'node:fs';
        setInterval(() => { if (existsSync('crash')) throw new Error('broken inside'); }, 20).unref();`;
      writeFileSync(join(cwd, 'crash.mjs'), crash);
    },
  });
  scene.say('go');
  await scene.logs(/^before it\.$/m);
  writeFileSync(join(scene.place.cwd, 'crash'), '');
  await scene.backInShell();
  rmSync(join(scene.place.cwd, 'crash'));
  expect(scene.history()).toMatch(/^before it\.\nsluice: broken inside \(SLUICE_DEBUG=1 shows where\)$/m);
  await scene.start('-c');
  await scene.logs(/broken inside[^]*^> go\nbefore it\.$/m);
  scene.say('go on');
  await scene.logs(/^after it\.$/m);
  await scene.leave();
});
