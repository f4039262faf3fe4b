import { defineTool, type CheckContext, type ClaimContext, type ToolPermission } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import type { AnalyzedCommand, CommandAnalysis, GlobFiles } from '@sluice/shell';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import { isBackgroundDisabled } from '../tasks/is-background-disabled.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import { bashOutputSchema } from './bash-output-schema.ts';
import { clientView } from './result/client-view.ts';
import { createBashInput, type BashInput } from './bash-input.ts';
import { readBashSettings } from './settings/bash-settings.ts';
import { commandVariables } from './settings/command-variables.ts';
import { commandActions } from './judge/command-actions.ts';
import { checkInput } from './start/check-input.ts';
import { isHighRisk } from './judge/is-high-risk.ts';
import { namedPlaces } from './judge/named-places.ts';
import { homesOfCommand } from './judge/homes-of-command.ts';
import { createCommandAnalyzer } from './judge/command-analyzer.ts';
import { commandClaims } from './judge/command-claims.ts';
import { filesOfPatterns } from './judge/files-of-patterns.ts';
import { hasUsualTimes, readBashLimits } from './settings/bash-limits.ts';
import { createGlobFiles } from './settings/glob-files.ts';
import { describeBash } from './describe-bash.ts';
import { limited, readMemoryLimit } from './settings/memory-limit.ts';
import { modelView } from './result/model-view.ts';
import { allowedBySandbox } from './sandbox/allowed-by-sandbox.ts';
import { createDeniedFiles } from './sandbox/denied-files.ts';
import { confinement } from './sandbox/confinement.ts';
import type { SandboxPolicy } from './sandbox/sandbox-policy.ts';
import { sandboxFacts } from './start/sandbox-facts.ts';
import { withoutSecrets, type SecretVariables } from './settings/secret-variables.ts';
import { loadedShell, loadShell } from './settings/shell.ts';
import type { VariableWarning } from './settings/variable-warning.ts';

export interface BashToolOptions {
  /** Runs commands, and ends what they leave behind. */
  readonly processes: ProcessSession;
  /** The session's background tasks. Default: none, and a command that exceeds its timeout is stopped. */
  readonly tasks?: TaskRegistry;
  /**
   * The environment of commands. The tool's own variables (docs/background-tasks.md) are also read here, and `HOME`, `PATH` and git's
   * variables when commands are analyzed. Default: `process.env`.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Variables of `env` that commands don't get, or get with another value. Default none. */
  readonly secrets?: SecretVariables;
  /** Called at creation for each variable whose value is ignored. Must not throw. Default: `process.emitWarning`. */
  readonly onWarning?: (warning: VariableWarning) => void;
  /** UTF-16 units of output that are returned in full, from 1 to 150,000. Default: `BASH_MAX_OUTPUT_LENGTH`, else 30,000. */
  readonly maxOutputChars?: number;
  /** The sandbox settings, queried for each command. Default: commands run without a sandbox. */
  readonly sandbox?: () => SandboxPolicy;
  /**
   * Absolute paths of shell files that each command sources first, after `CLAUDE_ENV_FILE`; queried for each command. No call may be able
   * to write them. Must not reject. Default none.
   */
  readonly environmentFiles?: (signal: AbortSignal) => Promise<readonly string[]>;
  /**
   * Whether no rule denies reading a path; `realPath` has all links resolved. Used when the sandbox looks for denied files. Default:
   * every file may be read.
   */
  readonly mayRead?: (path: string, context: CheckContext, realPath?: string) => boolean;
  /**
   * Name patterns, as in gitignore and without a slash: a search below the directory that leaves them out shows nothing that a rule
   * denies or asks about. Queried when a search starts. Default: searches leave nothing out, and permission asks.
   */
  readonly namesLeftOut?: ((directory: string, context: CheckContext) => readonly string[]) | undefined;
  /** Programs that are not ended with their command, such as build daemons (`CommandRequest.keep`). Default none. */
  readonly keep?: readonly string[];
  /** Absolute: programs found inside it are not trusted to be the system's. Default: no such check. */
  readonly workspace?: string;
  /** The user's home directory in the system's user database. Default: from this machine. */
  readonly homeOfUser?: (() => string | undefined) | undefined;
  /** What commands in the background are. Default: `shell`. */
  readonly taskKind?: 'shell' | 'monitor';
  /** Where a command's patterns (`*.ts`) are expanded; queried each time. Default: this machine's files. */
  readonly globFiles?: (() => GlobFiles) | undefined;
}

/**
 * The `Bash` tool: one shell command in its own process.
 *
 * @throws RangeError if `maxOutputChars` is out of range.
 */
export function createBashTool(options: BashToolOptions) {
  const { onWarning, workspace } = options;
  const given = commandVariables(options.env ?? process.env);
  const env = withoutSecrets(given, options.secrets);
  const tasks = isBackgroundDisabled(given) ? undefined : options.tasks;
  const hasBackground = tasks !== undefined;
  const homes = homesOfCommand(env, options.homeOfUser);
  const limits = readBashLimits(given, options.maxOutputChars);
  const warn = onWarning ?? (({ text }: VariableWarning): void => process.emitWarning(text));
  const settings = readBashSettings(given, workspace);
  // A file sourced first may change what patterns match.
  const globFiles = settings.envFile === undefined ? (options.globFiles ?? createGlobFiles) : undefined;
  const analyzer = createCommandAnalyzer({ env, workspace, globFiles });
  const memory = readMemoryLimit(given);
  const processes = limited(options.processes, memory.limitBytes);
  for (const warning of [...limits.warnings, ...settings.warnings, ...memory.warnings]) warn(warning);
  const deniedFiles = createDeniedFiles();
  const sayOnce = createSayOnce();
  const isReading = (input: BashInput, context?: ClaimContext): boolean =>
    input.run_in_background !== true && isPlainReading(analyzer.analyze(input, context?.cwd));
  return defineTool({
    name: 'Bash',
    description: describeBash(limits, hasBackground),
    searchHint: 'run shell commands: build, test, git, package managers',
    inputSchema: lazySchema(
      () => createBashInput(limits, hasBackground),
      hasBackground && hasUsualTimes(limits) ? KNOWN_INPUTS.Bash : undefined,
    ),
    load: async () => void (await Promise.all([loadShell(), loadRun()])),
    isConcurrencySafe: isReading,
    // Starting a task twice creates two tasks, whatever the command does.
    isReadOnly: (input, context) =>
      input.run_in_background !== true && analyzer.analyze(input, context?.cwd).isReadOnly,
    changesContext: (input, context) => input.run_in_background !== true && !isReading(input, context),
    // A start sees the effects of all earlier calls, and blocks nothing afterwards.
    claims: (input, { cwd }) =>
      input.run_in_background === true ? 'everything' : commandClaims(analyzer.analyze(input, cwd)),
    actions: (input, { cwd }) =>
      commandActions(analyzer.judge(input, cwd), {
        cwd,
        leavesOut: options.namesLeftOut !== undefined,
        homes,
        ...confinement({
          policy: options.sandbox?.(),
          analysis: analyzer.analyze(input, cwd),
          asksForNone: input.dangerouslyDisableSandbox === true,
          workspace: [cwd],
          home: env['HOME'],
        }),
      }),
    decidedPlaces: (input, { cwd }) => namedPlaces(analyzer.analyze(input, cwd), cwd),
    decidedOn(input, { cwd }) {
      const analysis = analyzer.analyze(input, cwd);
      const named = loadedShell().scriptFiles(analysis, cwd);
      return [...new Set([...named, ...analyzer.scriptsRead(input), ...filesOfPatterns(analysis)])];
    },
    suggestRules: (input, { cwd }) =>
      loadedShell()
        .suggestCommandRules(analyzer.analyze(input, cwd))
        .map(({ text }) => text),
    isDestructive: (input, context) => mayDestroy(analyzer.analyze(input, context?.cwd)),
    isHighRisk: (input, context) => isHighRisk(analyzer.analyze(input, context?.cwd)),
    onError: () => ({ cancels: 'shell' }),
    // It limits its result itself: longer output is passed on as a stored text.
    maxResultSizeChars: Infinity,
    resultPreview: 'head-and-tail',
    checkPermissions:
      options.sandbox?.().autoAllows !== true
        ? undefined
        : (input: BashInput, context: CheckContext): ToolPermission => {
            const facts = sandboxFacts(input, context, { sandbox: options.sandbox, analyzer, env });
            return context.permission.mode === 'plan' ? { behavior: 'passthrough' } : allowedBySandbox(facts);
          },
    validateInput: (input, context) => checkInput(input, context, { analyzer, tasks, env }),
    call: async (input, context) =>
      (await loadRun()).runBash(input, context, {
        processes,
        limits,
        settings,
        analyzer,
        env,
        secrets: options.secrets,
        tasks,
        taskKind: options.taskKind,
        environmentFiles: options.environmentFiles,
        sandbox: options.sandbox,
        mayRead: options.mayRead ?? (() => true),
        namesLeftOut: options.namesLeftOut ?? (() => []),
        deniedFiles,
        sayOnce,
        keep: options.keep ?? [],
      }),
    toModel: modelView,
    toClient: clientView,
    outputSchema: bashOutputSchema,
    editable: 'command',
    // What runs, and not what the model says that it does.
    summarize: ({ command }) => firstLine(command),
  });
}

function firstLine(command: string): string {
  const [first = '', ...rest] = command.trim().split('\n');
  return rest.length === 0 ? first : `${first} …`;
}

/** It only reads and stays in its directory, so other calls may run at the same time. */
function isPlainReading({ isReadOnly, changesDirectory }: CommandAnalysis): boolean {
  return isReadOnly && !changesDirectory;
}

/** A command that only creates files and directories destroys nothing. */
function mayDestroy({ isReadOnly, commands }: CommandAnalysis): boolean {
  return (
    !isReadOnly &&
    !(commands.length > 0 && commands.every((command) => command.isReadOnly || onlyMakes(command)))
  );
}

function onlyMakes({ isFileEdit, argv, redirections }: AnalyzedCommand): boolean {
  return isFileEdit && redirections.length === 0 && (argv[0] === 'mkdir' || argv[0] === 'touch');
}

/** Gives each text back once, and nothing for it afterwards. */
function createSayOnce(): (text: string) => readonly string[] {
  const said = new Set<string>();
  return (text) => {
    if (said.has(text)) return [];
    said.add(text);
    return [text];
  };
}

/** What starts commands and reads their output: no session needs it before its first command. */
function loadRun(): Promise<typeof import('./run-bash.ts')> {
  return import('./run-bash.ts');
}
