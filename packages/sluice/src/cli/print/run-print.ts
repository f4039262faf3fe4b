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
    say(first.message);
    return WRONG_USAGE;
  }
  return new PrintRun({ options, cwd: start.directory, first, isControlled, version: version() }).complete();
}
