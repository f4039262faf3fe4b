import { nearestName } from '@sluice/base';
import { print } from '../print.ts';
import { usageError } from '../usage-error.ts';
import { leave } from '../print/leave.ts';
import { readPrompt } from '../print/read-prompt.ts';
import { parsePrintOptions } from '../print/print-options.ts';
import { wantsPlain } from './wants-plain.ts';
import { HELP, SYNOPSIS } from './usage.ts';

/** `sluice` without a command: the interactive terminal. Returns the exit code. */
export async function interactiveCommand(given: readonly string[], version: () => string): Promise<number> {
  const end = given.includes('--') ? given.indexOf('--') : given.length;
  const args = given.filter((word, index) => word !== '--plain' || index > end);
  const isPlain = args.length < given.length || wantsPlain(process.env, process.stdout.columns);
  const picks = /^(?:-r|--resume)$/.test(args.at(-1) ?? '');
  const parsed = parsePrintOptions(picks ? args.slice(0, -1) : args);
  switch (parsed.kind) {
    case 'help':
      return print(HELP);
    case 'wrong':
      return usageError('sluice', withVersion(parsed.message), SYNOPSIS);
    case 'options': {
      const problem = placeProblem();
      if (problem !== undefined) return usageError('sluice', problem, SYNOPSIS);
      // Piped input is sent with the first prompt; keys come from the terminal itself.
      const read = process.stdin.isTTY ? undefined : await readPrompt(parsed.options.prompt);
      if (read?.ok === false) return usageError('sluice', read.message, SYNOPSIS);
      const { runInteractive } = await import('./run-interactive.ts');
      const options = { ...parsed.options, prompt: read?.text ?? parsed.options.prompt };
      const how = { picks, isPlain };
      if (options.worktree === undefined) return leave(await runInteractive(options, how, version));
      const { inWorktree } = await import('../worktree/in-worktree.ts');
      return leave(await inWorktree(options, true, (inside) => runInteractive(inside, how, version)));
    }
    default:
      return parsed satisfies never;
  }
}

/** The options of `sluice -p` don't include `--version`. */
function withVersion(message: string): string {
  const name = /^unknown option --(\S+)$/.exec(message)?.[1];
  return name !== undefined && nearestName(name, ['version']) !== undefined
    ? `${message}; did you mean --version?`
    : message;
}

function placeProblem(): string | undefined {
  if (process.stdout.isTTY) return undefined;
  return 'standard output is not a terminal; to run a prompt without one: sluice -p "PROMPT"';
}
