import type { FeedItem } from '@sluice/core';
import { WRONG_USAGE } from '../usage-error.ts';
import { isOtherThanDirectory } from '@sluice/base';
import { startDirectory } from '../start-directory.ts';
import { carryOut } from './carry-out.ts';
import { dryRun } from './dry-run.ts';
import type { ExecOptions } from './exec-options.ts';
import { inputErrorText } from './input/input-error.ts';
import { openInputs } from './input/open-inputs.ts';
import { readInputs } from './input/read-inputs.ts';
import { openPrompts } from './permission/open-prompts.ts';
import { runtimeOptions } from './runtime-options.ts';
import { sayAs } from '../say.ts';

const say = sayAs('sluice exec');

/** Everything that can be wrong with the environment is found before the first call runs. */
export async function runExec(options: ExecOptions): Promise<number> {
  const start = startDirectory(options.cwd);
  if (!start.ok) {
    say(start.message);
    return WRONG_USAGE;
  }
  const { directory: cwd } = start;
  const { sessionDirectory, isDryRun } = options;
  if (sessionDirectory !== undefined && !isDryRun && isOtherThanDirectory(sessionDirectory)) {
    say(`--session-dir ${sessionDirectory} is a file, not a directory`);
    return WRONG_USAGE;
  }
  const local = runtimeOptions(options, cwd, say);
  const format = options.outputFormat ?? (process.stdout.isTTY ? 'text' : 'jsonl');
  const output = { format, showsProgress: options.showsProgress };
  if (options.endsAfterSetup) return carryOut(local, noCalls(), output);
  const opened = await openInputs(options.files);
  if (!opened.ok) {
    say(inputErrorText(opened.error));
    return WRONG_USAGE;
  }
  if (options.files.length === 0 && process.stdin.isTTY)
    say('reading tool calls from the terminal; Ctrl-D ends them');
  let hasForeign = false;
  const onForeign = (name: string, lines: number): void => {
    hasForeign = true;
    say(noCallText(name, lines));
  };
  const statusOf = (status: number): number => (status === 0 && hasForeign ? WRONG_USAGE : status);
  if (isDryRun) return statusOf(await dryRun(local, readInputs(opened.inputs, {}, onForeign), format));
  const usesStandardInput = opened.inputs.some(({ name }) => name === '-');
  const prompts = openPrompts(options.prompts, usesStandardInput, say);
  if ('problem' in prompts) {
    say(prompts.problem);
    return WRONG_USAGE;
  }
  const feed = prompts.through(readInputs(opened.inputs, prompts.feedOptions, onForeign));
  const { asker } = prompts;
  // The line protocol has no form for what servers ask, and the terminal here only shows pages.
  const kinds = options.prompts === 'stdio' ? [] : (['url'] as const);
  const asked =
    asker === undefined
      ? local
      : { ...local, asker, mcp: local.mcp && { ...local.mcp, asks: { asker, kinds } } };
  try {
    return statusOf(await carryOut(asked, feed, output));
  } finally {
    prompts.close();
  }
}

async function* noCalls(): AsyncGenerator<FeedItem, void, undefined> {}

/** For the user: an input without a single call, whose first problem has already been reported. */
function noCallText(name: string, problems: number): string {
  const which = name === '-' ? 'the input' : name;
  const rest = problems === 1 ? '' : `; ${problems - 1} more problems of the same kind are not shown`;
  return `${which} contains no tool call; see the problems above${rest}`;
}
