import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Script } from '../../../../agent/test/support/model-server/script.ts';
import {
  startModelServer,
  type ModelServer,
} from '../../../../agent/test/support/model-server/start-model-server.ts';
import { calls, words } from '../print/support/answers.ts';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { until } from '../exec/support/until.ts';
import { Scene } from './support/scene.ts';

async function serverFor(script: Script): Promise<ModelServer> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return server;
}

const PARAGRAPH =
  'The build fails because tsconfig.build.json names a folder that is gone, and the script that should have noticed was switched off in the spring, when no one was looking at it.';

it('starts, streams an answer as one logical line, and leaves the terminal as it was', async () => {
  const server = await serverFor([
    { content: [{ type: 'text', text: PARAGRAPH.split(/(?<= )/) }] },
    words('One\n\n- two\n- three\n\n```\nfour  four\n```\nfive'),
    words('heard you'),
    words('heard that, too'),
  ]);
  const scene = await Scene.open({ server });
  scene.say('why?');
  const history = await scene.logs(/looking at it\.\n[^]*\/help\n/);
  // The blanks that keep words whole at the end of a row are part of the line.
  expect(history.replaceAll(/ +/g, ' ')).toContain(`\n${PARAGRAPH}\n`);
  for (const row of scene.screen().split('\n')) expect(row).not.toMatch(/^ +\S+.*looking/);
  scene.say('and?');
  const second = await scene.logs(/five\n[^]*\/help\n/);
  expect(second).toContain('\n> and?\nOne\n\n- two\n- three\n\n```\nfour  four\n```\nfive\n');
  await scene.leave();
  const [, id = ''] = /2 answers · .*\ncontinue with: sluice -r ([0-9a-f]{8})\n/.exec(scene.history()) ?? [];
  expect(id).not.toBe('');

  // Keys are heard from the first moment, while the program is still being loaded; a session that goes on shows its end.
  scene.say(`${scene.command} -r ${id}`);
  scene.type('early bitd');
  scene.press('BSpace', 'Left', 'r', 'Enter');
  const resumed = await scene.logs(/> early birt\n(?:.*\n)*heard you\n/);
  expect(resumed.slice(resumed.lastIndexOf('sluice -r'))).toMatch(
    /^sluice 0\..*\n[^]*\n> why\?\nThe build fails[^]*\n> and\?\nOne\n[^]*\n> early birt\n/m,
  );
  await scene.leave();
  // On a terminal that doesn't mark what is pasted, too: keys of that time come together, and are none the less typed.
  scene.say(`TERM=linux ${scene.command}`);
  scene.say('second');
  scene.type('draft');
  await scene.logs(/> second\n(?:.*\n)*heard that, too\n/);
  await scene.shows(/^> draft$/m);
  scene.press('C-u');
  await scene.leave();
});

it('asks about an edit with its difference; yes, always and no do what they say', async () => {
  const file = (name: string): Record<string, string> => ({
    file_path: name,
    old_string: 'world',
    new_string: 'there',
  });
  const server = await serverFor([
    calls(['Read', { file_path: 'a.txt' }], ['Read', { file_path: 'b.txt' }]),
    calls(['Edit', file('a.txt')]),
    words('edited.'),
    calls(['Edit', file('b.txt')]),
    calls(['Edit', file('b.txt')], ['Bash', { command: 'touch made.txt' }]),
    calls(['Bash', { command: 'touch made.txt' }]),
    words('made it.'),
  ]);
  const scene = await Scene.open({
    server,
    prepare: ({ cwd }) => {
      writeFileSync(join(cwd, 'a.txt'), 'hello world\n');
      writeFileSync(join(cwd, 'b.txt'), 'hello world\n');
    },
  });
  scene.say('edit them');
  // "From now on" joins the card in the frame after the one that has shown all of the call.
  const asked = await scene.shows(/❯ 1 Yes, once\n[^]*2 Yes, and for this session: Edit\(\/a\.txt\)\n/);
  expect(asked).toMatch(/── Edit a\.txt ─+ asks · risk medium ──/);
  // What it has looked at before shares a row.
  expect(scene.history()).toMatch(/^ {2}✓ Read a\.txt, b\.txt +2 calls$/m);
  expect(asked).toContain('  1 - hello world\n  1 + hello there\n  +1 \u22121, all of it shown\n');
  expect(asked).toContain('because no rule allows changes to a.txt\n');
  scene.press('1');
  await scene.shows(/^edited\./m);
  expect(readFileSync(join(scene.place.cwd, 'a.txt'), 'utf8')).toBe('hello there\n');
  expect(scene.history()).toMatch(/asked: Edit a\.txt → yes, once \(you, /);
  // The log keeps what was changed.
  expect(scene.history()).toMatch(
    /✓ Edit a\.txt [^\n]*\+1 \u22121\n {4}1 - hello world\n {4}1 \+ hello there\n/,
  );

  scene.say('go on');
  await scene.shows(/❯ 1 Yes, once/);
  scene.press('3');
  await scene.shows(/stopped: you declined the call/);
  expect(readFileSync(join(scene.place.cwd, 'b.txt'), 'utf8')).toBe('hello world\n');
  expect(server.requests).toHaveLength(4);

  scene.say('/permissions denied');
  await scene.shows(/── Recently denied: allow from now on ─[^]*❯ Edit b\.txt +Edit\(/);
  scene.press('Enter');
  await scene.logs(/^allowed in this session: Edit\(/m);
  scene.say('once more');
  await scene.shows(/── Bash touch made\.txt ─+ asks[^]*❯ 1 Yes, once/);
  scene.press('3');
  await until(() => scene.history().split('stopped: you declined the call').length > 2 || undefined);
  expect(readFileSync(join(scene.place.cwd, 'b.txt'), 'utf8')).toBe('hello there\n');
  scene.say('/permissions denied');
  await scene.shows(/❯ Bash touch made\.txt +Bash\(touch[^]*\n {2}Edit b\.txt/);
  scene.press('Enter');
  await scene.logs(/^added to [^]*Bash\(touch/m);
  scene.say('and again');
  await scene.shows(/^made it\./m);
  expect(existsSync(join(scene.place.cwd, 'made.txt'))).toBe(true);
  await scene.leave();
  expect(scene.history()).toMatch(/ · 2 files changed \(sluice undo --list\)\ncontinue with: /);
});

it('keeps a draft, and answers nothing with it, when an ask arrives while a person types', async () => {
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
  const scene = await Scene.open({ server });
  scene.say('go');
  await server.request(0);
  scene.type('yes 1');
  await scene.shows(/^> yes 1$/m);
  gate.resolve();
  await scene.shows(/Tab answers/);
  scene.type(' a');
  await scene.shows(/^> yes 1 a$/m);
  scene.press('Enter');
  await scene.shows(/next: yes 1 a/);
  expect(scene.history()).not.toContain('asked:');
  // Before it is quiet for so long that the card hears what follows.
  scene.press('x', 'BSpace', 'Up');
  await scene.shows(/^> yes 1 a$/m);
  // Once nothing of it is left, the card hears keys again.
  scene.press('C-c');
  await scene.shows(/digits answer/);
  scene.press('1');
  await scene.shows(/^done/m);
  await scene.leave();
});

it('stops with Esc, and leaves with two Ctrl-C', async () => {
  const gate = Promise.withResolvers<void>();
  const server = await serverFor([
    {
      content: [
        { type: 'text', text: ['Let me think ', 'about it', { type: 'gate', opened: gate.promise }] },
      ],
    },
    calls(['Bash', { command: 'sleep 1234' }]),
  ]);
  const scene = await Scene.open({ server, args: ['--allowedTools', 'Bash(sleep *)'] });
  scene.say('go');
  await scene.shows(/Let me think/);
  scene.type('draft');
  scene.press('Escape');
  await scene.shows(/■ stopped/);
  await scene.shows(/^> draft$/m);
  scene.press('C-c');
  await scene.shows(/cleared · ↑ brings it back/);
  // It stops calls as well, and closes a menu before it stops anything.
  scene.say('run it');
  await scene.shows(/⠿ Bash sleep 1234/);
  scene.type('/he');
  await scene.shows(/^❯ \/help/m);
  scene.press('Escape');
  await scene.hides(/^❯ \/help/m);
  await scene.shows(/⠿ Bash sleep 1234[^]*^> \/he$/m);
  await delay(350);
  scene.press('Escape');
  await scene.logs(/■ Bash sleep 1234[^]*■ stopped/);
  await scene.shows(/^> \/he$/m);
  scene.press('C-c');
  await scene.shows(/cleared · ↑ brings it back/);
  scene.press('Up');
  await scene.shows(/^> \/he$/m);
  scene.press('C-c');
  scene.press('C-c');
  await scene.shows(/again within 2 s leaves/);
  scene.press('C-c');
  await scene.backInShell();
  gate.resolve();
});

it('gives the terminal back after SIGKILL', async () => {
  const server = await serverFor([words('hello')]);
  const scene = await Scene.open({ server });
  scene.say('hi');
  await scene.shows(/hello/);
  const pid = scene.tmux('list-panes', '-F', '#{pane_pid}').trim();
  scene.tmux('run-shell', `pkill -KILL -P ${pid}`);
  await scene.shows(/Killed/);
  // The watchdog restores the terminal: until then, Enter is not a line feed to the shell.
  const tty = scene.tmux('list-panes', '-F', '#{pane_tty}').trim();
  await until(
    () => / icanon/.exec(execFileSync('stty', ['-F', tty, '-a'], { encoding: 'utf8' })) ?? undefined,
  );
  // The shell's prompt is in a row of the footer that is left.
  scene.press('Enter');
  await scene.backInShell();
});

it('holds messages while it works, gives the last one back, and sends them in order', async () => {
  const gate = Promise.withResolvers<void>();
  const server = await serverFor([
    {
      content: [
        { type: 'gate', opened: gate.promise },
        { type: 'call', name: 'Glob', input: { pattern: '*' } },
      ],
    },
    words('with the second.'),
    words('after it.'),
  ]);
  const scene = await Scene.open({ server });
  scene.say('first');
  await server.request(0);
  scene.say('second');
  scene.type('third');
  scene.press('Tab');
  scene.say('fourth');
  await scene.shows(/next: second[^]*after: third[^]*next: fourth +↑ takes it back/);
  scene.press('Up');
  await scene.shows(/^> fourth$/m);
  scene.press('C-c');
  gate.resolve();
  const history = await scene.logs(/after it\.\n[^]*\/help\n/);
  expect(history).toMatch(/> first\n[^]*Glob[^]*> second\nwith the second\.\n\n> third\nafter it\./);
  expect(history).not.toContain('> fourth\n');
  await scene.leave();
});

it('offers "always" for a long edit only after all of it was shown, and never for hidden characters', async () => {
  const server = await serverFor([
    calls([
      'Write',
      { file_path: 'long.txt', content: Array.from({ length: 400 }, (_, row) => `row ${row}`).join('\n') },
    ]),
    calls(['Bash', { command: `touch a${' '.repeat(300)}b \u200dc \u3164 \u202ed` }]),
    words('done'),
  ]);
  const scene = await Scene.open({ server });
  scene.say('go');
  const first = await scene.shows(/digits answer/);
  expect(first).toMatch(/… \d+ more rows: 7 shows all of it/);
  expect(first).not.toContain('2 Yes, and');
  scene.press('7');
  await scene.shows(/2 Yes, and for this session: Edit/);
  expect(scene.history()).toContain('400 + row 399\n');
  scene.press('2');
  await scene.logs(/kept for this session: Edit\(/);
  const second = await scene.shows(/Bash touch[^]*digits answer/);
  for (const hidden of ['⟨blank ×300⟩', '⟨U+200D⟩', '⟨U+3164⟩', '⟨U+202E⟩']) expect(second).toContain(hidden);
  expect(second).not.toContain('2 Yes, and');
  scene.press('1');
  await scene.shows(/^done/m);
  await scene.leave();
});

it.each([
  ['20x6', 20, 6, '#000000', '36'],
  ['200x60', 200, 60, '#ffffff', '35'],
])('works in a terminal of %s, and ends by SIGTERM', async (_, columns, rows, background, accent) => {
  const server = await serverFor([words('`hello` there')]);
  const scene = await Scene.open({ server, columns, rows, starts: false });
  // The program asks for it, and chooses its colors.
  scene.tmux('set-option', '-g', 'window-style', `bg=${background}`);
  scene.type(scene.command);
  scene.press('Enter');
  await scene.logs(/^sluice 0/m);
  scene.say('hi');
  await scene.logs(/hello/);
  expect(scene.bytes()).toContain(`\u001b[${accent}m\`hello\``);
  const pid = scene.tmux('list-panes', '-F', '#{pane_pid}').trim();
  scene.tmux('run-shell', `pkill -TERM -P ${pid}`);
  await scene.logs(/Terminated|answer/);
  await scene.backInShell();
});

it('goes on with a session that is chosen from a list', async () => {
  const server = await serverFor([words('hello'), words('again')]);
  const scene = await Scene.open({ server });
  scene.say('hi');
  await scene.shows(/hello/);
  await scene.leave();
  scene.type(`${scene.command} -r`);
  scene.press('Enter');
  await scene.shows(/Resume a session/);
  scene.press('Enter');
  await scene.shows(/default · /);
  scene.say('and?');
  await scene.shows(/again/);
  expect(JSON.stringify(server.requests[1]?.body)).toContain('hello');
  await scene.leave();
  scene.type(`${scene.command} -r`);
  scene.press('Enter');
  await scene.shows(/Resume a session/);
  const { state } = scene.place;
  const files = readdirSync(state, { recursive: true, encoding: 'utf8' });
  const journal = join(state, files.find((file) => file.endsWith('journal.jsonl')) ?? '');
  rmSync(journal);
  mkdirSync(journal);
  scene.press('Enter');
  await scene.logs(/^! The journal [^\n]* can't be written/m);
  await scene.shows(/Resume a session/);
  scene.press('Escape');
  await scene.logs(/^! No session was chosen; this is a new one\.[^]*\/help\n/m);
  await scene.leave();
});

it('lists, runs and looks for the commands of the session beside its own, with its tables aligned', async () => {
  const server = await serverFor([words('hello Ada'), words('plain')]);
  const scene = await Scene.open({
    server,
    prepare: ({ cwd }) => {
      mkdirSync(join(cwd, '.claude/commands'), { recursive: true });
      const header = '---\ndescription: Greets\u200d people\nargument-hint: <name>\n---\n';
      writeFileSync(join(cwd, '.claude/commands/greet.md'), `${header}Say hello to $ARGUMENTS.\n`);
      writeFileSync(join(cwd, 'AGENTS.md'), 'Be brief.\n');
    },
    env: { VISUAL: "sh -c 'echo Be kind. >> AGENTS.md'" },
  });
  scene.say('/memory');
  await scene.shows(/❯ AGENTS\.md +project {2}1 line\n {2}Enter edits/);
  scene.press('Enter');
  await scene.logs(/^The model gets the changed file from the next session on; \/clear starts one\./m);
  expect(readFileSync(join(scene.place.cwd, 'AGENTS.md'), 'utf8')).toBe('Be brief.\nBe kind.\n');
  scene.type('/gr');
  await scene.shows(/❯ \/greet <name> +Greets⟨U\+200D⟩ people \(project\)\n/);
  scene.press('C-c');
  await scene.shows(/cleared/);
  scene.say('/help');
  const help = await scene.logs(/^ {2}\/greet <name> +Greets⟨U\+200D⟩ people \(project\)\n[^]*Keys: /m);
  expect(help).toMatch(/^Help\n {2}\/help {10,}List the commands\n {2}\/keys {10,}List the keys\n/m);
  scene.say('/keys');
  const keys = await scene.logs(/^ {2}Ctrl-D {20,}leave, on an empty prompt\n/m);
  expect(keys).not.toContain('⟨blank');
  scene.say('/skills');
  await scene.logs(/^\/greet <name> \(project\): Greets/m);
  scene.say('/gret Ada');
  await scene.logs(/There is no command \/gret\. Did you mean \/greet\?/);
  expect(server.requests).toHaveLength(0);
  scene.say('/greet Ada');
  await scene.logs(/^> \/greet Ada\nhello Ada/m);
  expect(JSON.stringify(server.requests[0]?.body)).toContain('Say hello to Ada.');
  scene.say('//greet is a command');
  await scene.logs(/^plain/m);
  expect(JSON.stringify(server.requests[1]?.body).match(/Say hello to/g)).toHaveLength(1);
  await scene.leave();
});

it('lists agents and background tasks, and stops a task', async () => {
  const call = calls(['Bash', { command: 'sleep 1234', run_in_background: true }]);
  const server = await serverFor([call, words('started'), words('noted')]);
  const scene = await Scene.open({
    server,
    args: ['--allowedTools', 'Bash(sleep 1234)'],
    prepare: ({ cwd }) => {
      mkdirSync(join(cwd, '.claude/agents'), { recursive: true });
      const text = '---\nname: reader\ndescription: Reads it\n---\nRead.\n';
      writeFileSync(join(cwd, '.claude/agents/reader.md'), text);
      writeFileSync(join(cwd, '.claude/agents/no.md'), text.replace('reader', 'a:b'));
    },
  });
  scene.say('/agents');
  await scene.logs(/Available agents:\n {2}reader {2}Reads it \(\w+\)\n/m);
  await scene.logs(/agents\/no\.md:2: "a:b" is not a\s+valid name/m);
  scene.say('/tasks');
  await scene.logs(/There are no background tasks\./);
  scene.say('go');
  await scene.logs(/^started/m);
  // What runs is not ended by a key alone.
  scene.press('C-d');
  await scene.shows(/Leave and stop 1 background task\?[^]*sleep 1234[^]*digits answer/);
  scene.press('3');
  await scene.hides(/digits answer/);
  scene.say('/tasks');
  await scene.shows(/── Background tasks ─[^]*\n❯ ⠿ sleep 1234 +(?:\d+ )?/);
  scene.press('Enter');
  const actions = await scene.shows(
    /❯ Print its last lines\n[^]*Follow its output[^]*Stop it +b[0-9a-f]{8}\n/,
  );
  const [, id = ''] = /Stop it +(\S+)/.exec(actions) ?? [];
  scene.press('Escape');
  await scene.hides(/Print its last lines/);
  scene.say('/tasks');
  await scene.shows(/❯ ⠿ sleep 1234 [^]* · x stops · /);
  // One key alone doesn't end what may have worked for long.
  scene.press('x');
  await scene.shows(/Stop sleep 1234\?[^]*y, n or digits answer/);
  scene.press('y');
  await scene.logs(new RegExp(`The task ${id} is stopped`));
  expect(scene.history()).toMatch(/^in the background: sleep 1234 → stopped by you \(\d.*\)$/m);
  scene.say('/tasks stop none');
  await scene.logs(/There is no task none; /);
  await scene.leave();
});

it('runs !commands and reads @files and @server:resources under the rules of the session, and sends both with the next message', async () => {
  const server = await serverFor([words('seen'), words('seen again')]);
  const scene = await Scene.open({
    server,
    args: ['--disallowedTools', 'Bash(touch *),Read(secret.txt)', '--mcp-config', 'servers.json'],
    prepare: ({ cwd }) => {
      const mcpServers = { docs: faultEntry({ hasResources: true }) };
      writeFileSync(join(cwd, 'servers.json'), JSON.stringify({ mcpServers }));
      mkdirSync(join(cwd, 'src'));
      writeFileSync(join(cwd, 'src/winter-notes.txt'), 'snow until March\n');
      writeFileSync(join(cwd, 'secret.txt'), 'the hidden word\n');
      writeFileSync(join(cwd, 'größe, two words.md'), 'as large as a house\n');
      writeFileSync(join(cwd, '.gitignore'), 'ignored-notes.txt\n');
      writeFileSync(join(cwd, 'ignored-notes.txt'), 'left out of lists\n');
      mkdirSync(join(cwd, '.plans'));
      writeFileSync(join(cwd, '.plans/spring.md'), 'sow in April\n');
    },
  });
  scene.say('!echo out$((20+1)) && cat src/winter-notes.txt > copy.txt');
  await scene.logs(/^> !echo out[^]*✓ Bash [^]*^out21$/m);
  expect(readFileSync(join(scene.place.cwd, 'copy.txt'), 'utf8')).toBe('snow until March\n');
  // The output of one that fails is as whole, and stands where the other's does.
  scene.say('!seq 40; exit 3');
  await scene.logs(/✗ Bash seq 40; exit 3[^\n]*\nExit code 3\n1\n2\n[^]*^39\n40$/m);
  scene.say('!touch made.txt');
  await scene.logs(/⊘ Bash touch made\.txt/);
  expect(existsSync(join(scene.place.cwd, 'made.txt'))).toBe(false);
  expect(server.requests).toHaveLength(0);
  scene.type('look at @notes');
  expect(await scene.shows(/❯ @src\/winter-notes\.txt\n/)).not.toContain('ignored-notes');
  scene.press('Enter');
  await scene.shows(/^> look at @src\/winter-notes\.txt$/m);
  scene.type('and @docs:x');
  await scene.shows(/❯ @docs:x:1 /);
  scene.press('Enter');
  await scene.shows(/^> look at @src\/winter-notes\.txt and @docs:x:1$/m);
  scene.type('@.spring');
  await scene.shows(/❯ @\.plans\/spring\.md\n/);
  scene.press('Enter');
  await scene.shows(/@\.plans\/spring\.md$/m);
  scene.type('@words');
  await scene.shows(/❯ @"größe, two words\.md"\n/);
  scene.press('Enter');
  await scene.shows(/words\.md"$/m);
  scene.type('@ignored-notes.txt, @secret.txt, @docs:x:none and @nothing');
  scene.press('Enter');
  const history = await scene.logs(/^seen\n/m);
  expect(history).toMatch(/^> look at [^]*✓ Read src\/winter-notes\.txt[^]*^seen/m);
  expect(history).toMatch(/⊘ Read secret\.txt/);
  const sent = JSON.stringify(server.requests[0]?.body);
  expect(sent).toContain('out21');
  expect(sent).toContain('touch made.txt');
  for (const text of ['snow until March', 'sow in April', 'as large as a house', 'left out of lists'])
    expect(sent).toContain(text);
  expect(sent).not.toContain('hidden word');
  expect(sent).toContain(
    'Contents of x:1 of the MCP server docs, which the user mentioned:\\nResource x:1:\\nwords',
  );
  expect(sent).toContain('x:none of the MCP server docs, which could not be read: ');
  const asked = server.requests.length;
  scene.say('compare @/etc/hostname with @/etc/passwd');
  await scene.shows(/3 No, and stop here[^]*digits answer/);
  scene.press('3');
  await scene.logs(/^! The message was not sent\.$/m);
  await scene.shows(/^> compare @\/etc\/hostname with @\/etc\/passwd$(?![^]*digits answer)/m);
  expect(server.requests).toHaveLength(asked);
  scene.press('C-u');
  scene.say('!sleep 1234');
  await scene.shows(/Bash sleep 1234 +\d+ s/);
  scene.press('Escape');
  await scene.logs(/■ Bash sleep 1234 /);
  await scene.leave();
});

it('finds an earlier prompt, keeps the draft when the search is left, and sends a task to plan', async () => {
  const server = await serverFor([words('one'), words('two'), words('planned')]);
  const scene = await Scene.open({
    server,
    prepare({ state }) {
      const history = join(state, 'history');
      mkdirSync(history, { recursive: true });
      writeFileSync(
        join(history, '0123456789abcdef.jsonl'),
        '"paint the fence red"\nno text\n"count the trees"\n',
      );
    },
  });
  scene.say('count the red apples');
  await scene.logs(/^one$/m);
  scene.say('count the pears');
  await scene.logs(/^two$/m);
  scene.press('C-t');
  await scene.logs(/There are no background tasks\./);
  scene.type('a draft');
  await scene.shows(/^> a draft$/m);
  scene.press('C-r');
  await scene.shows(/── Earlier prompts [^]*❯ count the pears\n {2}count the red apples/);
  scene.press('Escape');
  await scene.shows(/^> a draft$/m);
  scene.press('C-r');
  await scene.shows(/── Earlier prompts/);
  scene.type('red');
  await scene.shows(/❯ count the red apples/);
  scene.press('C-r');
  await scene.shows(/── Earlier prompts of all directories [^]* 2 of 4 ──[^]*paint the fence red/);
  scene.press('C-r');
  await scene.shows(/── Earlier prompts ─[^]*❯ count the red apples/);
  scene.press('Enter');
  await scene.shows(/^> count the red apples$/m);
  expect(server.requests).toHaveLength(2);
  scene.press('C-c');
  await scene.shows(/cleared/);
  scene.say('/plan sort them');
  await scene.logs(/^> sort them\nplanned$/m);
  await scene.shows(/^ {2}plan · /m);
  await scene.leave();
});

it('tells hooks why a session ends and how the next one starts', async () => {
  const server = await serverFor([words('hello')]);
  const scene = await Scene.open({
    server,
    prepare: ({ home }) => {
      mkdirSync(join(home, '.claude'), { recursive: true });
      const hook = [{ hooks: [{ type: 'command', command: 'cat >> ~/events; echo >> ~/events' }] }];
      const hooks = { SessionStart: hook, SessionEnd: hook };
      writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ hooks }));
    },
  });
  scene.say('hi');
  await scene.logs(/^hello$/m);
  scene.say('/clear');
  await scene.logs(/(?:^sluice 0[^]*){2}\/help\n/m);
  scene.say('/resume');
  await scene.shows(/Resume a session[^]*❯ \w+ +hi/);
  scene.press('Enter');
  await scene.logs(/(?:^sluice 0[^]*){3}\/help\n/m);
  await scene.leave();
  const events = readFileSync(join(scene.place.home, 'events'), 'utf8').trim().split(/\n+/);
  const told = events.map((line) => {
    const { hook_event_name: name, source, reason }: Record<string, unknown> = JSON.parse(line);
    return [name, source ?? reason];
  });
  expect(told).toEqual([
    ['SessionStart', 'startup'],
    ['SessionEnd', 'clear'],
    ['SessionStart', 'clear'],
    ['SessionEnd', 'resume'],
    ['SessionStart', 'resume'],
    ['SessionEnd', 'prompt_input_exit'],
  ]);
});
