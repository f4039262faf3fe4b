import { parseMcpFlags } from '../mcp-flags.ts';
import { parseCommandLine } from '../parse-command-line.ts';
import { spreadWorktree } from '../worktree/spread-worktree.ts';
import { parseClientOptions } from './client/client-options.ts';
import { askOptions } from './parse/ask-options.ts';
import { formatOptions } from './parse/format-options.ts';
import { modelOptions } from './parse/model-options.ts';
import { invalid, type Parsed } from './parse/parsed.ts';
import { settingOptions } from './parse/setting-options.ts';
import { PRINT_EXPECTED, PRINT_FLAGS, type PrintValues } from './print-flags.ts';
import type { PrintOptions } from './print-options.ts';
import { sessionChoice } from './session-choice.ts';
import { splitRules } from './split-rules.ts';
import { spreadRules } from './spread-rules.ts';

type ParsedPrintOptions =
  | { readonly kind: 'options'; readonly options: PrintOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export function parsePrintOptions(args: readonly string[]): ParsedPrintOptions {
  const line = parseCommandLine(spreadRules(spreadWorktree(args)), PRINT_FLAGS, PRINT_EXPECTED);
  if (!line.ok) return { kind: 'wrong', message: dashedPromptProblem(args) ?? line.message };
  const { values } = line.parsed;
  // A dash means standard input, which is read anyway.
  // An empty one says nothing; programs pass them for options that are left out.
  const positionals = line.parsed.positionals.filter((argument) => argument !== '-' && argument !== '');
  if (values.help === true) return { kind: 'help' };
  const parsed = optionsOf(values, positionals);
  return parsed.ok ? { kind: 'options', options: parsed.value } : { kind: 'wrong', message: parsed.message };
}

function optionsOf(values: PrintValues, positionals: readonly string[]): Parsed<PrintOptions> {
  const settings = settingOptions(values);
  if (!settings.ok) return settings;
  const client = parseClientOptions(values);
  if (!client.ok) return client;
  const asks = askOptions(values);
  if (!asks.ok) return asks;
  const { asksAnyone, ...asking } = asks.value;
  const formats = formatOptions(values, positionals, asking.prompts);
  if (!formats.ok) return formats;
  const model = modelOptions(values);
  if (!model.ok) return model;
  const session = sessionChoice(values);
  if ('message' in session) return invalid(session.message);
  const problem = setupProblem(values) ?? systemPromptProblem(values);
  if (problem !== undefined) return invalid(problem);
  const isStream = formats.value.inputFormat === 'stream-json';
  return {
    ok: true,
    value: {
      ...settings.value,
      settings: asksAnyone ? { ...settings.value.settings, asksForPlanEdits: true } : settings.value.settings,
      ...asking,
      ...formats.value,
      ...model.value,
      ...restOf(values),
      session,
      thinking: client.thinking,
      thinkingDisplay: client.thinkingDisplay,
      betas: client.betas,
      taskTokens: client.taskTokens,
      fallbackModels: client.fallbackModels,
      plugins: client.plugins,
      awaitsInitialize: isStream && (values.print !== true || client.awaitsInitialize),
      awaitsClaim: isStream && client.awaitsClaim,
      tellsTranscript: client.tellsTranscript,
      debug: client.debug,
    },
  };
}

function setupProblem(values: PrintValues): string | undefined {
  return isInit(values) && values.maintenance === true
    ? "--maintenance can't be combined with --init or --init-only"
    : undefined;
}

function isInit(values: PrintValues): boolean {
  return values.init === true || values['init-only'] === true;
}

function systemPromptProblem(values: PrintValues): string | undefined {
  return values['system-prompt'] !== undefined && values['system-prompt-file'] !== undefined
    ? 'pass --system-prompt or --system-prompt-file, not both'
    : undefined;
}

/** What is taken as it is given. */
function restOf(values: PrintValues) {
  const tools = values.tools === undefined ? undefined : splitRules(values.tools.join(','));
  return {
    worktree: values.worktree,
    agents: values.agents,
    agent: values.agent,
    isCoordinator: values.coordinator === true,
    appendSubagentSystemPrompt: values['append-subagent-system-prompt'],
    mcp: parseMcpFlags(values),
    isVerbose: values.verbose === true,
    includesPartialMessages: values['include-partial-messages'] === true,
    includesHookEvents: values['include-hook-events'] === true,
    forwardsAgentText: values['forward-subagent-text'] === true,
    replaysUserMessages: values['replay-user-messages'] === true,
    tools: tools?.includes('default') === true ? undefined : tools,
    systemPrompt: values['system-prompt'],
    systemPromptFile: values['system-prompt-file'],
    appendSystemPrompt: values['append-system-prompt'],
    appendSystemPromptFile: values['append-system-prompt-file'],
    isBare: values.bare === true,
    disablesSlashCommands: values['disable-slash-commands'] === true,
    setup: isInit(values)
      ? ('init' as const)
      : values.maintenance === true
        ? ('maintenance' as const)
        : undefined,
    endsAfterSetup: values['init-only'] === true,
  };
}

/** No option name contains a space: this is a prompt that starts with a dash. */
function dashedPromptProblem(args: readonly string[]): string | undefined {
  const isDashed = args.some((argument) => /^-[^=\s]*\s/.test(argument));
  return isDashed
    ? 'pass a prompt that starts with a dash after --, as in: sluice -p -- "- one thing"; a value after =, as in: --append-system-prompt="- another"'
    : undefined;
}
