/**
 * Plays a session in the interactive terminal (tmux, scripted model) and writes its screens to docs/pictures/, each light and
 * dark. The build must be current. `node --conditions=sluice-source scripts/terminal-pictures.ts`
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Item } from '../packages/agent/test/support/model-server/script.ts';
import { startModelServer } from '../packages/agent/test/support/model-server/start-model-server.ts';

const root = resolve(import.meta.dirname, '..');
const pictures = join(root, 'docs/pictures');
const directory = mkdtempSync(join(tmpdir(), 'sluice-pictures-'));
const project = join(directory, 'invoices');
const socket = join(directory, 'socket');

function tmux(...words: readonly string[]): string {
  return execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' });
}

async function shows(pattern: RegExp): Promise<void> {
  for (let tries = 0; !pattern.test(tmux('capture-pane', '-p')); tries += 1) {
    if (tries > 600) throw new Error(`The screen never showed ${pattern}:\n${tmux('capture-pane', '-p')}`);
    await wait(50);
  }
}

function say(text: string): void {
  tmux('send-keys', '-l', text);
  tmux('send-keys', 'Enter');
}

/** Answers a question with its first choice; on a busy machine its card may not hear the key, which is then in the prompt. */
async function allow(card: RegExp): Promise<void> {
  await shows(card);
  for (;;) {
    tmux('send-keys', '1');
    await wait(500);
    if (!/^> 1$/m.test(tmux('capture-pane', '-p'))) return;
    tmux('send-keys', 'BSpace', 'Tab');
    await shows(card);
  }
}

/**
 * The screen from the first row that fits, as two pictures.
 * @param to its last row; undefined: all of it, with the cursor
 */
function picture(name: string, from: RegExp, to?: RegExp): void {
  const rows = tmux('capture-pane', '-pe').replaceAll(project, '~/invoices').split('\n');
  const indexOf = (pattern: RegExp): number =>
    // oxlint-disable-next-line no-control-regex -- the terminal's own sequences
    rows.findIndex((row) => pattern.test(row.replaceAll(/\u001b\[[0-9;]*m/g, '')));
  const first = indexOf(from);
  const shown = rows.slice(Math.max(0, first), to === undefined ? undefined : indexOf(to) + 1);
  const [column = '', row = ''] = tmux('display-message', '-p', '#{cursor_x} #{cursor_y}').trim().split(' ');
  const cursor = to === undefined ? `${column},${Number(row) - Math.max(0, first)}` : '';
  const input = shown.join('\n');
  for (const theme of ['light', 'dark']) {
    const script = join(root, 'scripts/terminal-svg.ts');
    const svg = execFileSync(process.execPath, [script, 'sluice', theme, cursor], { input });
    writeFileSync(join(pictures, `${name}-${theme}.svg`), svg);
  }
}

const call = (name: string, input: Extract<Item, { type: 'call' }>['input']): Item => ({
  type: 'call',
  name,
  input,
});
const text = (...pieces: readonly string[]): Item => ({ type: 'text', text: pieces });
const TEST = `import assert from 'node:assert';
import test from 'node:test';
import { toCents } from '../src/money.js';

test('no cent is lost', () => assert.equal(toCents('19.99'), 1999));
`;
const gate = Promise.withResolvers<void>();
const edit = (file: string, from: string, to: string): Item =>
  call('Edit', { file_path: file, old_string: from, new_string: to });

/** Stands for a slow test run: prints its lines, and ends when a file says so. */
const SLOW = `const { existsSync } = require('node:fs');
for (let row = 1; row <= 118; row += 1) console.log('✔ ' + row + ' passed');
const timer = setInterval(() => { if (existsSync('go')) clearInterval(timer); }, 50);
`;
const SCRIPTS = { test: 'node slow.cjs', lint: 'node slow.cjs', build: 'cat tsconfig.build.json' };

await using server = await startModelServer([
  {
    content: [
      text(
        'An amount such as 19.99 loses a cent somewhere between the file and the total. Let me see where.',
      ),
      call('Read', { file_path: 'src/money.js' }),
      call('Read', { file_path: 'src/invoice.js' }),
    ],
    usage: { inputTokens: 19_000 },
  },
  {
    content: [
      {
        type: 'text',
        text: [
          '`toCents` cuts the amount off instead of rounding it: 19.99 × 100 is ',
          { type: 'gate', opened: gate.promise },
          '1998.9999999999998 in binary.',
        ],
      },
      call('Grep', { pattern: 'toCents', path: 'src' }),
      call('Bash', { command: 'npm test' }),
      call('Bash', { command: 'npm run lint' }),
      call('Read', { file_path: 'package.json' }),
      call('Glob', { pattern: 'test/*.js' }),
    ],
    usage: { inputTokens: 24_000 },
  },
  {
    content: [
      text('One line has to change, and one test should say so.'),
      edit('src/money.js', 'Math.floor(Number(text) * 100)', 'Math.round(Number(text) * 100)'),
      call('Write', { file_path: 'test/cents.test.js', content: TEST }),
    ],
    usage: { inputTokens: 31_000 },
  },
  { content: [call('Bash', { command: 'npm run build' })], usage: { inputTokens: 33_000 } },
  { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } },
  {
    content: [
      text(
        'The invoice is right again. The build fails for a reason of its own: it names a folder that is gone.',
      ),
    ],
    usage: { inputTokens: 34_000 },
  },
]);

try {
  cpSync(join(root, 'examples/fix-the-bug/project'), project, { recursive: true });
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(project, 'slow.cjs'), SLOW);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', scripts: SCRIPTS }, null, 2));
  const variables = {
    HOME: directory,
    SLUICE_STATE_DIR: join(directory, 'state'),
    LANG: 'C.UTF-8',
    ANTHROPIC_BASE_URL: server.address,
    ANTHROPIC_API_KEY: 'key',
    PS1: '$ ',
  };
  const settings = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  tmux('new-session', '-d', '-x', '80', '-y', '24', '-c', project, ...settings, '/bin/sh');
  say(
    `${process.execPath} ${root}/packages/sluice/bin/sluice.js --allowedTools 'Bash(npm test)' 'Bash(npm run lint)'`,
  );
  await shows(/default · 0 % of/);
  picture('start', /^sluice/);
  say('Why is the March invoice a cent short?');
  await shows(/19.99 × 100 is/);
  say('look at the tests too');
  tmux('send-keys', '-l', 'and tell me who chang');
  await shows(/> and tell me who chang/);
  picture('streaming', /^> Why is/);
  tmux('send-keys', 'C-c');
  gate.resolve();
  await shows(/Bash npm test +[3-9] s/);
  picture('calls', /^> Why is/);
  writeFileSync(join(project, 'go'), '');
  await shows(/1 of 2[^]*2 Yes[^]*digits answer/);
  // They are asked about in the order in which they were prepared.
  if (!/── Edit /.test(tmux('capture-pane', '-p'))) tmux('send-keys', 'Right');
  await shows(/── Edit [^]*2 Yes[^]*digits answer/);
  picture('ask', /^One line has/);
  await allow(/── Edit [^]*digits answer/);
  await allow(/── Write test[^]*digits answer/);
  await allow(/── Bash npm run build[^]*digits answer/);
  await shows(/folder that is gone/);
  await shows(/default .*help/);
  say('/exit');
  await shows(/continue with/);
  picture('end', /^  .*npm run build/, /continue with/);
} finally {
  tmux('kill-server');
  rmSync(directory, { recursive: true, force: true });
}
