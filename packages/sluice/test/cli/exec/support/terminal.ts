import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CLI } from './cli.ts';
import { until } from './until.ts';

const ROWS = 30;

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * Runs the program in a real terminal (tmux) of so many columns, and answers with its screen at the end; each step
 * presses keys once the screen shows something.
 */
export async function runInTerminal(
  directory: string,
  columns: number,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  ...steps: readonly { readonly after: RegExp; readonly keys: readonly string[] }[]
): Promise<{ readonly plain: readonly string[]; readonly colored: string; readonly title: string }> {
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', ['-S', join(directory, 'tmux.socket'), '-f', '/dev/null', ...words], {
      encoding: 'utf8',
    });
  const command = [process.execPath, ...CLI, ...args].map(quote).join(' ');
  const variables = Object.entries({
    NO_COLOR: '',
    TMPDIR: directory,
    HOME: directory,
    ...env,
  });
  const settings = variables.flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const size = ['-x', String(columns), '-y', String(ROWS)];
  onTestFinished(() => void tmux('kill-server'));
  tmux('new-session', '-d', ...size, ...settings, `${command}; echo "status $?"; exec cat`);
  const screen = (...options: string[]): string => tmux('capture-pane', '-p', '-S', '-', ...options);
  for (const { after, keys } of steps) {
    await until(() => (after.test(screen()) ? true : undefined));
    tmux('send-keys', ...keys);
  }
  await until(() => (/^status \d+$/m.test(screen()) ? true : undefined));
  return {
    plain: screen().trimEnd().split('\n'),
    colored: screen('-e'),
    title: tmux('display-message', '-p', '#{pane_title}').trim(),
  };
}
