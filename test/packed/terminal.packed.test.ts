import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { emptyDirectory } from './packed.ts';
import { scriptedModel } from './scripted.ts';

const EXAMPLE = join(import.meta.dirname, '../../examples/fix-the-bug');

it('works with a person in a terminal: asks, runs what is allowed, and leaves the terminal as it was', async () => {
  const app = inject('packedDirectory');
  const [cwd, socket] = [emptyDirectory(), join(emptyDirectory(), 'tmux')];
  cpSync(join(EXAMPLE, 'project'), cwd, { recursive: true });
  mkdirSync(join(cwd, '.claude/commands'), { recursive: true });
  const command = '---\ndescription: Fixes it\nargument-hint: [bug]\n---\nFix the bug.\n';
  writeFileSync(join(cwd, '.claude/commands/repair.md'), command);
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' });
  onTestFinished(() => void tmux('kill-server'));
  const variables = { HOME: join(app, 'home'), SLUICE_STATE_DIR: emptyDirectory(), LANG: 'C.UTF-8' };
  const settings = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const shows = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const screen = tmux('capture-pane', '-pJ', '-S', '-');
      if (pattern.test(screen)) return screen;
      await wait(20);
    }
  };
  tmux('new-session', '-d', '-x', '80', '-y', '30', '-c', cwd, ...settings, '/bin/sh');
  const program = [process.execPath, join(app, 'app/node_modules/.bin/sluice')];
  const words = [...program, '--model', `replay:${join(EXAMPLE, 'session.sse')}`].map((word) => `'${word}'`);
  tmux(
    'send-keys',
    '-l',
    `stty -g > before; ${words.join(' ')}; echo "status $?"; stty -g > after; echo over`,
  );
  tmux('send-keys', 'Enter');
  await shows(/default · 0 % of/);
  tmux('send-keys', '-l', '/effort high');
  tmux('send-keys', 'Enter');
  await shows(/default · 0 % of .* · effort high · \/help/);
  tmux('send-keys', '-l', '/rep');
  await shows(/❯ \/repair \[bug\] +Fixes it \(project\)/);
  tmux('send-keys', '-l', 'air it');
  tmux('send-keys', 'Enter');
  // What it has looked at shares a row.
  await shows(/✓ Glob [^\n]*calls$/m);
  const asked = await shows(/digits answer/);
  expect(asked).toContain('command: node src/cli.js data/march.csv');
  tmux('send-keys', '1');
  await shows(/asked: Bash .* → yes, once/);
  await shows(/✓ Bash node src\/cli\.js data\/march\.csv/);
  // The next card has the focus: Ctrl-D is not an answer to it.
  await shows(/digits answer/);
  tmux('send-keys', 'C-d');
  const end = await shows(/^over$/m);
  expect(end).toMatch(/continue with: sluice -r [0-9a-f]{8}/);
  expect(end).toContain('status 0');
  expect(readFileSync(join(cwd, 'after'), 'utf8')).toBe(readFileSync(join(cwd, 'before'), 'utf8'));
});

it('appends plain lines, answers by number, and undoes what it wrote', async () => {
  const app = inject('packedDirectory');
  const [cwd, socket] = [emptyDirectory(), join(emptyDirectory(), 'tmux')];
  cpSync(join(EXAMPLE, 'project'), cwd, { recursive: true });
  const before = readFileSync(join(cwd, 'src/money.js'), 'utf8');
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' });
  onTestFinished(() => void tmux('kill-server'));
  const variables = { HOME: join(app, 'home'), SLUICE_STATE_DIR: emptyDirectory(), LANG: 'C.UTF-8' };
  const settings = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const shows = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const screen = tmux('capture-pane', '-pJ', '-S', '-');
      if (pattern.test(screen)) return screen;
      await wait(20);
    }
  };
  const say = (text: string): void => {
    tmux('send-keys', '-l', text);
    tmux('send-keys', 'Enter');
  };
  tmux('new-session', '-d', '-x', '80', '-y', '30', '-c', cwd, ...settings, '/bin/sh');
  const program = [process.execPath, join(app, 'app/node_modules/.bin/sluice'), '--plain'];
  const words = [...program, '--permission-mode', 'acceptEdits'];
  say([...words, '--model', `replay:${join(EXAMPLE, 'session.sse')}`].map((word) => `'${word}'`).join(' '));
  await shows(/^ready\.$/m);
  say('Fix it.');
  let asks = 0;
  for (;;) {
    const screen = await shows(
      new RegExp(`(?:asks \\(1 waits\\)[^]*){${asks + 1}}|(?:^ready\\.$[^]*){2}`, 'm'),
    );
    if (/(?:^ready\.$[^]*){2}/m.test(screen)) break;
    asks += 1;
    say('1');
    await shows(new RegExp(`(?:asked: [^]*){${asks}}`));
  }
  expect(asks).toBeGreaterThan(0);
  expect(readFileSync(join(cwd, 'src/money.js'), 'utf8')).not.toBe(before);
  say('/undo');
  await shows(/Undo these changes\?[^]*Type a number and press Enter/);
  say('y');
  await shows(/^restored /m);
  expect(readFileSync(join(cwd, 'src/money.js'), 'utf8')).toBe(before);
  tmux('send-keys', 'C-d');
  await shows(/continue with: sluice -r [0-9a-f]{8}/);
});

it('hears keys while it loads, has the keys of vim, keys of its user, hidden files, a pasted image, lines that break, and goes back with Esc Esc', async () => {
  const app = inject('packedDirectory');
  const [cwd, home, socket] = [emptyDirectory(), emptyDirectory(), join(emptyDirectory(), 'tmux')];
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
  writeFileSync(join(cwd, 'shot.png'), Buffer.from(pixel, 'base64'));
  mkdirSync(join(home, '.sluice'));
  writeFileSync(join(cwd, '.hidden-notes.txt'), 'x');
  const own = JSON.stringify({ terminal: { keys: { tasks: 'ctrl+x' }, wrap: 'hard' } });
  writeFileSync(join(home, '.sluice/settings.json'), own);
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' });
  onTestFinished(() => void tmux('kill-server'));
  const variables = { HOME: home, SLUICE_STATE_DIR: emptyDirectory(), LANG: 'C.UTF-8' };
  const settings = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const shows = async (pattern: RegExp): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      const screen = tmux('capture-pane', '-pJ', '-S', '-');
      if (pattern.test(screen)) return;
      if (tries > 200) throw new Error(`The terminal never showed ${String(pattern)}:\n${screen}`);
      await wait(20);
    }
  };
  const type = (text: string): string => tmux('send-keys', '-l', text);
  tmux('new-session', '-d', '-x', '80', '-y', '30', '-c', cwd, ...settings, '/bin/sh');
  const program = [process.execPath, join(app, 'app/node_modules/.bin/sluice')];
  const words = [...program, '--model', `replay:${join(EXAMPLE, 'session.sse')}`].map((word) => `'${word}'`);
  type(`${words.join(' ')}; echo over`);
  tmux('send-keys', 'Enter');
  type('early');
  await shows(/^> early\n[^]*default · 0 % of/m);
  tmux('send-keys', 'C-u');
  type('@.hid');
  await shows(/^❯ @\.hidden-notes\.txt/m);
  tmux('send-keys', 'C-u');
  await shows(/^> *$/m);
  const name = 'z'.repeat(40);
  type(`/${name}`);
  tmux('send-keys', 'Enter');
  await shows(new RegExp(`^! There is no command /${name}\\. /help lists *\nthem `, 'm'));
  tmux('send-keys', 'C-x');
  await shows(/There are no background tasks\./);
  type('/vim');
  tmux('send-keys', 'Enter');
  await shows(/The prompt now uses vim keys/);
  type('one two');
  tmux('send-keys', 'Escape');
  await shows(/^: one two$/m);
  type('0dwA and');
  await shows(/^> two and$/m);
  tmux('send-keys', 'C-c');
  await shows(/cleared/);
  tmux('set-buffer', join(cwd, 'shot.png'));
  tmux('paste-buffer', '-p');
  await shows(/^> @\S*shot\.png$/m);
  tmux('send-keys', 'C-c');
  type('/vim');
  tmux('send-keys', 'Enter');
  await shows(/The prompt now uses shell keys\./);
  tmux('send-keys', 'Escape');
  await shows(/press esc again to go back/);
  tmux('send-keys', 'Escape');
  await shows(/This session has no prompts yet\./);
  tmux('send-keys', 'C-d');
  await shows(/^over$/m);
});

it('lists its agents, says what fills the window and what prompts cost, sends a chip whole, and lists sessions to resume', async () => {
  const app = inject('packedDirectory');
  const [cwd, socket] = [emptyDirectory(), join(emptyDirectory(), 'tmux')];
  const call = {
    name: 'Agent',
    input: { description: 'Count', prompt: 'Count them.', subagent_type: 'general-purpose' },
  };
  const model = await scriptedModel((body) => {
    if (body.includes('"tool_call_id"')) return 'Asked.';
    if (body.includes('Count them.')) return 'Counted.';
    return call;
  });
  onTestFinished(() => model.close());
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' });
  onTestFinished(() => void tmux('kill-server'));
  const variables = {
    HOME: join(app, 'home'),
    SLUICE_STATE_DIR: emptyDirectory(),
    LANG: 'C.UTF-8',
    OPENAI_API_KEY: 'none',
  };
  const settings = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const until = (isThere: (screen: string) => boolean): Promise<void> =>
    vi.waitFor(
      () => {
        const screen = tmux('capture-pane', '-pJ', '-S', '-');
        if (!isThere(screen)) throw new Error(`The screen shows:\n${screen}`);
      },
      { timeout: 60_000, interval: 20 },
    );
  const shows = (pattern: RegExp): Promise<void> => until((screen) => pattern.test(screen));
  const say = (text: string): void => {
    tmux('send-keys', '-l', text);
    tmux('send-keys', 'Enter');
  };
  tmux('new-session', '-d', '-x', '80', '-y', '30', '-c', cwd, ...settings, '/bin/sh');
  const program = [process.execPath, join(app, 'app/node_modules/.bin/sluice'), ...model.args];
  const words = program.map((word) => `'${word}'`).join(' ');
  say(`${words}; echo 'left' once`);
  await shows(/default · 0 % of/);
  say('Ask an agent');
  await shows(/⠿ Agent general-purpose: Count [^]*^Asked\./m);
  say('/agents');
  await shows(/^── Agents of this session ─[^]*✓ general-purpose: Count .*completed/m);
  tmux('send-keys', 'Escape');
  await until((screen) => !screen.includes('Esc closes'));
  say('/context');
  await shows(/^ {2}System prompt +[\d,]+ [^]*^ {2}System tools +[\d,]+ [^]*^ {2}Free space /m);
  say('/cost');
  await shows(/^By prompt:\n[^]* {2}Ask an agent$/m);
  tmux('set-buffer', 'one\t1\n'.repeat(12));
  tmux('paste-buffer', '-p');
  await shows(/^> \[paste 1: 12 lines, 72 B\]$/m);
  tmux('send-keys', 'Enter');
  await expect.poll(() => model.requests.at(-1), { timeout: 60_000 }).toContain(String.raw`one\t1\none\t1\n`);
  await shows(/^> \[paste 1: 12 lines[^\]]*\][^]*^Asked\.\n\n> *$/m);
  tmux('send-keys', 'C-d');
  await shows(/^left once$/m);
  say(`clear; ${words} -r; echo 'left' again`);
  await shows(/^── Resume a session ─[^]*^❯ [0-9a-f]{8} {2}Ask an agent /m);
  tmux('send-keys', 'Space');
  await shows(/^ {4}one {4}1 *\n[^]*^ {2}Asked\./m);
  tmux('send-keys', 'Enter');
  await shows(/^> *\n {2}default · /m);
  tmux('send-keys', 'C-d');
  await shows(/^left again$/m);
});

it('loads nothing of the terminal for other commands', () => {
  const bundle = join(inject('packedDirectory'), 'app/node_modules/sluice/dist/cli');
  const code = (name: string): string => readFileSync(join(bundle, name), 'utf8');
  const names = readdirSync(bundle).filter((name) => /\.c?js$/.test(name));
  const holders = names.filter((name) => code(name).includes('tui.editor'));
  expect(holders).not.toEqual([]);
  const loaders = names.filter(
    (name) => name.endsWith('.cjs') && holders.some((one) => code(name).includes(one)),
  );
  for (const name of [...holders, ...loaders])
    expect(name).not.toMatch(/^(?:main|cli|print|exec|settings)[-.]/);
  expect([...holders, ...loaders].join(' ')).toContain('run-interactive');
});
