import { nearestName } from '@sluice/base';
import type { EarlyPrompt } from '@sluice/terminal/early';
import { print } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { leave } from '../../print/leave.ts';
import { readPrompt } from '../../print/read-prompt.ts';
import { parsePrintOptions } from '../../print/parse-print-options.ts';
import { wantsPlain } from './wants-plain.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { fitHelp } from '../../fit-help.ts';

/**
 * The interactive terminal, once its code is loaded. Returns the exit code.
 * @param early what is on the terminal meanwhile; undefined: nothing
 */
export async function startInteractive(
  given: readonly string[],
  version: () => string,
  early: EarlyPrompt | undefined,
): Promise<number> {
  const wrong = (message: string): number => {
    early?.close();
    return usageError('sluice', message, SYNOPSIS);
  };
  const end = given.includes('--') ? given.indexOf('--') : given.length;
  const args = given.filter((word, index) => word !== '--plain' || index > end);
  const isPlain = args.length < given.length || wantsPlain(process.env, process.stdout.columns);
  // Without an id, the session is chosen from a list.
  const picker = args.findIndex(
    (word, index) =>
      index < end && /^(?:-r|--resume)$/.test(word) && /^(?:-.*)?$/.test(args[index + 1] ?? ''),
  );
  const picks = picker !== -1;
  const parsed = parsePrintOptions(picks ? args.toSpliced(picker, 1) : args);
  switch (parsed.kind) {
    case 'help':
      return print(fitHelp(HELP));
    case 'wrong':
      return wrong(withVersion(parsed.message));
    case 'options': {
      const problem = placeProblem();
      if (problem !== undefined) return wrong(problem);
      // Piped input is sent with the first prompt; keys come from the terminal itself.
      const read = process.stdin.isTTY ? undefined : await readPrompt(parsed.options.prompt);
      if (read?.ok === false) return wrong(read.message);
      const { runInteractive } = await import('./run-interactive.ts');
      const options = { ...parsed.options, prompt: read?.text ?? parsed.options.prompt };
      const how = { picks, isPlain, early };
      if (options.worktree === undefined) return leave(await runInteractive(options, how, version));
      const { inWorktree } = await import('../../worktree/in-worktree.ts');
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
