import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calls, words } from '../print/support/answers.ts';
import { until } from '../exec/support/until.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy dog, and no one in the whole yard looks up. ';
const WIDE = 'ไทย 🇩🇪🇫🇷 👩‍👩‍👧 漢字 ❤️ देवनागरी';
/** Too long to be sent. */
const GREAT = Array.from({ length: 12_000 }, (_, row) => `row ${row} of a great paste`).join('\n');
const PASTED = Array.from({ length: 10_000 }, (_, row) => `row ${row} of a long paste`).join('\n');

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('keeps the log whole: resizes while it streams, odd characters, a great paste, escape sequences, a full and a dead server', async () => {
  const gates = Array.from({ length: 7 }, () => Promise.withResolvers<void>());
  const server = await serverFor([
    {
      content: [
        {
          type: 'text',
          text: gates.flatMap(({ promise }) => [SENTENCE, { type: 'gate' as const, opened: promise }]),
        },
      ],
    },
    words(`${WIDE}\nplain again`),
    words('pasted.'),
    words('in a file.'),
    calls(['Bash', { command: String.raw`printf '\033[2J\033[3J\033]0;title\007safe\n'; exit 3` }]),
    words('seen.'),
    { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } },
    { content: [{ type: 'text', text: ['half a sent', { type: 'cut' }] }] },
    words('a whole one.'),
    { status: 401, error: { type: 'authentication_error', message: 'invalid x-api-key' } },
  ]);
  const scene = await Scene.open({ server, args: ['--allowedTools', 'Bash(printf *)'] });
  scene.tmux('set-option', '-g', 'window-size', 'manual');
  scene.say('go');
  const sizes = ['120 10', '60 20', '110 30', '44 12', '100 24', '80 24'];
  for (const [index, size] of sizes.entries()) {
    await until(() => (scene.history().split('jumps').length > index + 1 ? true : undefined));
    const [columns = '', rows = ''] = size.split(' ');
    scene.tmux('resize-window', '-x', columns, '-y', rows);
    // tmux tells a program of its new size later than it has it: only a wide status row names the model.
    await scene.shows(Number(columns) < 100 ? /% of 200k · \d+ s/ : /% of 200k · claude/);
    gates[index]?.resolve();
  }
  // A storm of sizes, of which the program is told some.
  for (let at = 0; at < 30; at += 1)
    scene.tmux('resize-window', '-x', String(40 + ((at * 37) % 90)), '-y', String(10 + ((at * 7) % 25)));
  scene.tmux('resize-window', '-x', '120', '-y', '24');
  await scene.shows(/% of 200k · claude/);
  scene.tmux('resize-window', '-x', '80', '-y', '24');
  await scene.shows(/% of 200k · \d+ s/);
  gates.at(-1)?.resolve();
  const streamed = await scene.logs(/(?:The quick[^\n]*? up\. *){7}\n[^]*\/help\n/);
  expect(streamed.replaceAll(/ +/g, ' ')).toContain(`\n${SENTENCE.repeat(7).trim()}`);
  expect(streamed.match(/ % of 200k/g)).toHaveLength(1);

  scene.say('wide');
  const wide = await scene.logs(/^plain again\n[^]*\/help\n/m);
  expect(wide.match(/ไทย/g)).toHaveLength(1);
  scene.type('漢字 x');
  await scene.shows(/^> 漢字 x$/m);
  expect(scene.tmux('display-message', '-p', '#{cursor_x}').trim()).toBe('8');
  scene.press('C-c');
  await scene.shows(/cleared/);

  writeFileSync(join(scene.place.cwd, 'pasted'), PASTED);
  scene.tmux('load-buffer', join(scene.place.cwd, 'pasted'));
  scene.tmux('paste-buffer', '-p');
  await scene.shows(/^> \[paste 1: 10,000 lines, 2\d\d kB\]$/m);
  scene.press('Enter');
  await scene.logs(/^> \[paste 1: 10,000 lines, 2\d\d kB\]\npasted\.$/m);
  expect(JSON.stringify(server.requests[2]?.body)).toContain(JSON.stringify(PASTED).slice(1, -1));
  // A greater one goes into a file that the model may read, and the prompt names it.
  writeFileSync(join(scene.place.cwd, 'great'), GREAT);
  scene.tmux('load-buffer', join(scene.place.cwd, 'great'));
  scene.tmux('paste-buffer', '-p');
  await scene.shows(/^> \[paste 1: 12,000 lines, 3\d\d kB\]$/m);
  scene.press('Enter');
  await scene.logs(/^in a file\.$/m);
  const named = /\[pasted text, 12,000 lines, [\d.]+ kB, in the file ([^\]]+)\]/.exec(
    JSON.stringify(server.requests[3]?.body),
  );
  expect(readFileSync(named?.[1] ?? '', 'utf8')).toBe(GREAT);

  scene.say('escape');
  const escaped = await scene.logs(/^seen\.$/m);
  expect(escaped).toMatch(/✗ Bash printf [^]*failed: Exit code 3\n[^\n]*safe\n/);

  scene.say('busy');
  await scene.logs(
    /! the server is overloaded; retrying in [^]*! the response was cut off; retrying in [^]*^a whole one\.$/m,
  );
  scene.say('expired');
  await scene.logs(/! [^\n]*(?:API key|invalid x-api-key)[^]*\/help\n/);
  await scene.leave();
  expect(scene.bytes()).not.toContain('\u001b]0;title');
});

it('lends the terminal while calls run: an editor that fails, one that works, suspension, another size; and logs calls in order', async () => {
  const waits = (name: string): string => `until test -e ${name}; do sleep 0.05; done; echo ${name}`;
  const server = await serverFor([
    calls(
      ['Bash', { command: waits('go1') }],
      ['Glob', { pattern: '*' }],
      ['Bash', { command: waits('go2') }],
      ['Read', { file_path: 'a.txt' }],
      ['Bash', { command: 'echo five; touch go2' }],
    ),
    words('all five.'),
  ]);
  const scene = await Scene.open({
    server,
    args: ['--allowedTools', 'Bash(*)'],
    env: { VISUAL: './edit' },
    prepare: ({ cwd }) => {
      writeFileSync(join(cwd, 'a.txt'), 'text\n');
      const script = '#!/bin/sh\nif test -e works; then echo "from the editor" > "$1"; else exit 1; fi\n';
      writeFileSync(join(cwd, 'edit'), script);
      chmodSync(join(cwd, 'edit'), 0o755);
    },
  });
  const { cwd } = scene.place;
  scene.say('go');
  await scene.shows(/Bash until test -e go1[^]* · Bash echo five; touch go2 +waits for until test -e go1;/);
  scene.type('a draft');
  await scene.shows(/^> a draft$/m);
  scene.press('C-g');
  await scene.logs(/! \.\/edit ended with status 1; the text is as it was\./);
  await scene.shows(/^> a draft$/m);
  // What is typed before the editor has the terminal is not lost.
  scene.press('C-g', 'x', 'y');
  await until(() => (scene.history().split('ended with status 1').length > 2 ? true : undefined));
  await scene.shows(/^> a draftxy$/m);
  writeFileSync(join(cwd, 'works'), '');
  scene.press('C-g');
  await scene.shows(/^> from the editor$/m);
  scene.press('C-z');
  await scene.shows(/^[$#] *$/m);
  expect(scene.tmux('display-message', '-p', '#{cursor_flag}').trim()).toBe('1');
  writeFileSync(join(cwd, 'go1'), '');
  scene.tmux('set-option', '-g', 'window-size', 'manual');
  scene.tmux('resize-window', '-x', '70', '-y', '20');
  scene.say('echo between; fg');
  await scene.logs(/^between$/m);
  await scene.shows(/^> from the editor$/m);
  await scene.shows(/Bash until test -e go2; [^\n]* \d+ s\n[^]*done, waits its turn\n/);
  writeFileSync(join(cwd, 'go2'), '');
  const log = await scene.logs(/^all five\.\n[^]*\/help\n/m);
  expect(log).toMatch(
    /✓ Bash until test -e go1[^]*✓ Glob[^]*✓ Bash until test -e go2[^]*✓ Read a\.txt[^]*✓ Bash echo five/,
  );
  scene.press('C-c');
  await scene.shows(/cleared/);
  // Nothing keeps the program busy now.
  scene.press('C-z');
  await scene.shows(/^[$#] *$/m);
  scene.say('fg');
  await scene.shows(/^> ?$/m);
  scene.type('still here');
  await scene.shows(/^> still here$/m);
  scene.press('C-c');
  await scene.shows(/cleared/);
  await scene.leave();
});

it('leaves the shell no answers of the terminal when it fails to start', async () => {
  const server = await serverFor([]);
  const scene = await Scene.open({
    server,
    starts: false,
    shell: `exec env PS1='$ ' /bin/bash --norc`,
  });
  scene.say(`${scene.command} -c; read -rsn1 -t 0.5 typed; echo "typed: [$typed]"`);
  await scene.logs(/^typed: \[\]$/m);
});

it('keeps echo and cursor of bash after SIGKILL', async () => {
  const server = await serverFor([]);
  const scene = await Scene.open({ server, shell: `exec env PS1='$ ' /bin/bash --norc` });
  const pid = scene.tmux('list-panes', '-F', '#{pane_pid}').trim();
  scene.tmux('run-shell', `pkill -KILL -P ${pid}`);
  await scene.shows(/Killed/);
  scene.press('Enter');
  await scene.backInShell();
  expect(scene.tmux('display-message', '-p', '#{cursor_flag}').trim()).toBe('1');
});

it('is gone with everything that it started when its window is closed', async () => {
  const server = await serverFor([calls(['Bash', { command: 'echo $$ > child; exec sleep 1234' }])]);
  const scene = await Scene.open({ server, args: ['--allowedTools', 'Bash(*)'] });
  scene.say('go');
  const child = await until(() => {
    try {
      return Number(readFileSync(join(scene.place.cwd, 'child'), 'utf8').trim()) || undefined;
    } catch {
      return undefined;
    }
  });
  const shell = scene.tmux('list-panes', '-F', '#{pane_pid}').trim();
  const program = Number(execFileSync('pgrep', ['-P', shell], { encoding: 'utf8' }).trim().split('\n')[0]);
  expect(isAlive(program) && isAlive(child)).toBe(true);
  scene.tmux('kill-pane');
  await until(() => (isAlive(program) || isAlive(child) ? undefined : true));
});
