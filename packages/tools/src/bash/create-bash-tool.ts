import { defineTool } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import type { AnalysedCommand, CommandAnalysis } from '@sluice/shell';
import { clientView } from './client-view.ts';
import { createBashInput } from './bash-input.ts';
import { commandActions } from './command-actions.ts';
import { createCommandAnalyser } from './command-analyser.ts';
import { commandClaims } from './command-claims.ts';
import { readBashLimits, type BashLimits } from './bash-limits.ts';
import { modelView } from './model-view.ts';
import { runBash } from './run-bash.ts';
import { loadedShell, loadShell } from './shell.ts';

export interface BashToolOptions {
  /** Runs the commands, and ends what they leave behind. */
  readonly processes: ProcessSession;
  /** The environment of commands, and where `BASH_DEFAULT_TIMEOUT_MS`, `BASH_MAX_TIMEOUT_MS` and `BASH_MAX_OUTPUT_LENGTH` are read, and `HOME`, `PATH` and git's variables for what a command means. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Told at creation of each variable whose value is ignored. Must not throw. Default: `process.emitWarning`. */
  readonly onWarning?: (text: string) => void;
  /** Absolute: programs that are found in it are not taken for those of the system. Default: none are looked for. */
  readonly workspace?: string;
}

/** The `Bash` tool: one shell command in the foreground, in a process of its own. */
export function createBashTool({ processes, env = process.env, onWarning, workspace }: BashToolOptions) {
  const analyser = createCommandAnalyser({ env, workspace });
  const limits = readBashLimits(env);
  const warn = onWarning ?? ((text: string): void => process.emitWarning(text));
  for (const warning of limits.warnings) warn(warning);
  return defineTool({
    name: 'Bash',
    description: describe(limits),
    searchHint: 'run shell commands: build, test, git, package managers',
    inputSchema: createBashInput(limits),
    load: loadShell,
    isConcurrencySafe: (input, context) => isPlainReading(analyser.analyse(input, context?.cwd)),
    isReadOnly: (input, context) => analyser.analyse(input, context?.cwd).isReadOnly,
    changesContext: (input, context) => !isPlainReading(analyser.analyse(input, context?.cwd)),
    claims: (input, { cwd }) => commandClaims(analyser.analyse(input, cwd)),
    actions: (input, { cwd }) => commandActions(analyser.analyse(input, cwd)),
    suggestRules: (input, { cwd }) =>
      loadedShell()
        .suggestCommandRules(analyser.analyse(input, cwd))
        .map(({ text }) => text),
    isDestructive: (input, context) => mayDestroy(analyser.analyse(input, context?.cwd)),
    onError: () => ({ cancels: 'shell' }),
    // Bounds itself: longer output is handed over as a stored text.
    maxResultSizeChars: Infinity,
    resultPreview: 'head-and-tail',
    validateInput: ({ run_in_background }) =>
      run_in_background === true
        ? {
            ok: false,
            code: 'background-unavailable',
            message:
              'run_in_background is not available yet. Run the command in the foreground with a `timeout` that is long enough, or, to try out a server, start it with & and use it within the same command.',
          }
        : { ok: true },
    call: (input, context) => runBash(input, context, { processes, limits, analyser, env }),
    toModel: modelView,
    toClient: clientView,
    summarize: ({ command, description }) => description ?? command.trim().split('\n', 1)[0] ?? command,
  });
}

/** Reads, and stays where it is: others may run beside it. */
function isPlainReading({ isReadOnly, changesDirectory }: CommandAnalysis): boolean {
  return isReadOnly && !changesDirectory;
}

/** A command that only makes files and directories loses nothing. */
function mayDestroy({ isReadOnly, commands }: CommandAnalysis): boolean {
  return (
    !isReadOnly &&
    !(commands.length > 0 && commands.every((command) => command.isReadOnly || onlyMakes(command)))
  );
}

function onlyMakes({ isFileEdit, argv, redirections }: AnalysedCommand): boolean {
  return isFileEdit && redirections.length === 0 && (argv[0] === 'mkdir' || argv[0] === 'touch');
}

function describe(limits: BashLimits): string {
  return `Runs a command with bash and returns what it printed, standard output and standard error in one.

- Each call is a new shell. The working directory carries over to the next call as long as it stays inside the workspace and the command succeeds; variables, functions and options do not.
- Standard input is empty: a program that asks a question gets no answer, so pass its non-interactive options.
- A command is stopped after ${limits.defaultTimeoutMs} ms unless \`timeout\` says otherwise (at most ${limits.maxTimeoutMs} ms).
- Every process that a command starts ends with the command, including those put in the background.
- Output of more than ${limits.maxOutputChars} characters is kept in a file, and its beginning and end are shown.
- Prefer the tools made for reading, searching and editing files where there is one.
- Put double quotes around paths that contain spaces.`;
}
