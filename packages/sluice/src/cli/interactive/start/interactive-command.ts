import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { drawPrompt, EarlyPrompt, erasePrompt } from '@sluice/terminal/early';
import { wantsPlain } from './wants-plain.ts';

/** Options with which the terminal is not drawn on, or something else comes first. */
const NOT_EARLY = /^(?:-h|--help|--plain|-w.*|--worktree(?:=.*)?)$/;

/**
 * `sluice` without a command: the interactive terminal. Returns the exit code. The prompt is there before the program is loaded, and what
 * is typed meanwhile is shown between its parts.
 */
export async function interactiveCommand(given: readonly string[], version: () => string): Promise<number> {
  const early = earlyPrompt(given);
  try {
    if (early !== undefined) {
      await import('../../settings/settings-command.ts');
      await turn();
      await import('../../exec/exec-command.ts');
      await turn();
      await import('../../print/print-command.ts');
      await turn();
    }
    const { startInteractive } = await import('./start-interactive.ts');
    return await startInteractive(given, version, early);
  } catch (error) {
    early?.close();
    throw error;
  }
}

function earlyPrompt(given: readonly string[]): EarlyPrompt | undefined {
  const { env } = process;
  if (given.some((word) => NOT_EARLY.test(word)) || wantsPlain(env, undefined) || mayWantPlain(env))
    return undefined;
  const isDrawn = drawPrompt();
  const { stdin, stdout } = process;
  try {
    if (stdin.isTTY && stdout.isTTY && !wantsPlain(env, stdout.columns)) return new EarlyPrompt(env, isDrawn);
  } catch {
    // Anyone who opens the terminal next reports it.
  }
  if (isDrawn) erasePrompt();
  return undefined;
}

/** Whether the user's settings may ask for plain mode: they are read later. */
function mayWantPlain(env: Readonly<Record<string, string | undefined>>): boolean {
  const home = env['HOME'] ?? homedir();
  const directories = [
    env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'),
    env['SLUICE_CONFIG_DIR'] ?? join(home, '.sluice'),
  ];
  return directories.some((directory) => {
    try {
      return readFileSync(join(directory, 'settings.json'), 'utf8').includes('axScreenReader');
    } catch {
      return false;
    }
  });
}
