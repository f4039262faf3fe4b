import { shellWord } from '@sluice/base';
import { startDirectory } from '../start-directory.ts';
import { WRONG_USAGE } from '../usage-error.ts';
import { firstPrompt } from './first-prompt.ts';
import type { PrintOptions } from './print-options.ts';
import { PrintRun } from './print-run.ts';
import { say } from './report.ts';

/** Processes the prompt, or each incoming one; returns the exit code. */
export async function runPrint(options: PrintOptions, version: () => string): Promise<number> {
  const start = startDirectory(options.cwd);
  if (!start.ok) {
    say(start.message);
    return WRONG_USAGE;
  }
  const isStream = options.inputFormat === 'stream-json';
  const isControlled = isStream || options.prompts === 'stdio';
  const first = isStream || options.endsAfterSetup ? undefined : await firstPrompt(options, isControlled);
  const mayGoOn = options.session.kind === 'latest' || options.session.kind === 'named';
  // Only the session knows whether there is something to continue.
  const isOwed = first?.ok === false && first.isMissing === true && mayGoOn;
  if (first !== undefined && !first.ok && !isOwed) {
    say(first.isMissing === true ? `${first.message}${takenForName(options)}` : first.message);
    return WRONG_USAGE;
  }
  const run = (given: PrintOptions, cwd: string): Promise<number> =>
    new PrintRun({ options: given, cwd, first, isControlled, version: version() }).complete();
  if (options.worktree === undefined) return run(options, start.directory);
  // Not before there is something to do in it.
  const { inWorktree } = await import('../worktree/in-worktree.ts');
  return inWorktree(options, false, (inside) => run(inside, inside.cwd ?? start.directory));
}

/** A prompt of one word after `-w` is taken for a name. */
function takenForName({ worktree = '', prompt }: PrintOptions): string {
  return worktree === '' || prompt !== undefined
    ? ''
    : `; ${JSON.stringify(worktree)} was used as the name of the worktree: if it is the prompt, write -w -- ${shellWord(worktree)}`;
}
