/**
 * Plays the recorded example in the interactive terminal (tmux) up to its first edit that is asked about, and writes the
 * screen to docs/terminal.svg. The build must be current. `node scripts/terminal-picture.ts`
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '..');
const directory = mkdtempSync(join(tmpdir(), 'sluice-picture-'));
const project = join(directory, 'invoices');
cpSync(join(root, 'examples/fix-the-bug/project'), project, { recursive: true });

function tmux(...words: readonly string[]): string {
  return execFileSync('tmux', ['-S', join(directory, 'socket'), '-f', '/dev/null', ...words], {
    encoding: 'utf8',
  });
}

async function shows(pattern: RegExp): Promise<void> {
  while (!pattern.test(tmux('capture-pane', '-p'))) await wait(50);
}

try {
  const variables = [`HOME=${directory}`, `SLUICE_STATE_DIR=${join(directory, 'state')}`, 'LANG=C.UTF-8'];
  const settings = variables.flatMap((one) => ['-e', one]);
  const program = [process.execPath, join(root, 'packages/sluice/bin/sluice.js')];
  const session = join(root, 'examples/fix-the-bug/session.sse');
  tmux(
    'new-session',
    '-d',
    '-x',
    '86',
    '-y',
    '38',
    '-c',
    project,
    ...settings,
    ...program,
    '--model',
    `replay:${session}`,
  );
  await shows(/default · 0 % of/);
  tmux('send-keys', '-l', 'Fix the failing test.');
  tmux('send-keys', 'Enter');
  for (const asked of [
    /Print the invoice for March ─[^]*digits answer/,
    /Run the tests ─[^]*digits answer/,
  ]) {
    await shows(asked);
    tmux('send-keys', '1');
  }
  await shows(/1 of 3[^]*digits answer/);
  const screen = tmux('capture-pane', '-pe').replaceAll(project, '~/invoices').replaceAll(`${root}/`, '');
  const svg = execFileSync(process.execPath, [join(root, 'scripts/terminal-svg.ts'), 'sluice'], {
    input: screen,
  });
  writeFileSync(join(root, 'docs/terminal.svg'), svg);
} finally {
  tmux('kill-server');
  rmSync(directory, { recursive: true, force: true });
}
