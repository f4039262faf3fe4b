import type { PermissionMode, ThinkingEffort } from '@sluice/core';
import { orList, parsePositive, present } from '@sluice/base';
import { oneOf } from '../one-of.ts';
import { parseCommandLine } from '../parse-command-line.ts';
import { type LocalSettings } from '@sluice/session';
import { EFFORTS, TOOL_LOADINGS, type SessionChoice, type ToolLoading } from '@sluice/session/agent';
import {
  parsePermissionOptions,
  PERMISSION_EXPECTED,
  PERMISSION_OPTIONS,
} from '../permission/permission-options.ts';
import { ENGINE_EXPECTED, ENGINE_FLAGS, parseEngineFlags, type EngineFlags } from '../engine-flags.ts';
import { MCP_EXPECTED, MCP_FLAGS, parseMcpFlags, type McpFlags } from '../mcp-flags.ts';
import { isSafeMode, safeModeProblem } from './safe-mode.ts';
import {
  CLIENT_EXPECTED,
  CLIENT_OPTIONS,
  parseClientOptions,
  type NamedPlugin,
} from './client/client-options.ts';
import { configRootProblem } from './client/config-root-problem.ts';
import { sessionChoice } from './session-choice.ts';
import { splitRules } from './split-rules.ts';
import { spreadRules } from './spread-rules.ts';
import { spreadWorktree } from '../worktree/spread-worktree.ts';

export type PrintFormat = 'text' | 'json' | 'stream-json';

/** The parsed arguments of `sluice -p`. Missing ones are undefined. */
export interface PrintOptions {
  readonly prompt: string | undefined;
  readonly cwd: string | undefined;
  /** Name of the git worktree to work in; empty: a new one with a name of its own. */
  readonly worktree: string | undefined;
  readonly settings: LocalSettings;
  readonly permissionMode: PermissionMode | undefined;
  readonly prompts: 'stdio' | 'none' | undefined;
  /** `suspend`: calls that need approval stay open until someone answers. */
  readonly asks: 'suspend' | 'deny' | undefined;
  /** Name of the MCP tool that answers permission requests for the user. */
  readonly promptTool: string | undefined;
  /** Definitions of agents as JSON text. */
  readonly agents: string | undefined;
  /** The agent to use as the main one. */
  readonly agent: string | undefined;
  /** The main agent leaves the work to others. */
  readonly isCoordinator: boolean;
  readonly appendSubagentSystemPrompt: string | undefined;
  readonly model: string | undefined;
  /** The model that the agent may ask for advice. */
  readonly advisor: string | undefined;
  readonly baseUrl: string | undefined;
  readonly effort: ThinkingEffort | undefined;
  /** Tokens to think; 0: none, `adaptive`: as the model likes. */
  readonly thinking: number | 'adaptive' | undefined;
  readonly fallbackModels: readonly string[];
  readonly plugins: readonly NamedPlugin[];
  /** Names of the skills that there are. Undefined: all that are found. */
  readonly skills?: readonly string[] | undefined;
  /** Tools that calls of other names mean. Default: none. */
  readonly toolAliases?: Readonly<Record<string, string>> | undefined;
  /** Goes before `systemPrompt`, and is cached by itself. */
  readonly sharedSystemPrompt?: string | undefined;
  /** The working directory and the like go into the first message, not into the built-in system prompt. */
  readonly hasEnvironmentApart?: boolean | undefined;
  /** Wait for the client's `initialize` before the session begins. */
  readonly awaitsInitialize: boolean;
  /** Tell the client each line of the session's transcript. */
  readonly tellsTranscript: boolean;
  readonly toolLoading: ToolLoading | undefined;
  readonly engine: EngineFlags;
  readonly mcp: McpFlags;
  readonly inputFormat: 'text' | 'stream-json';
  readonly outputFormat: PrintFormat;
  readonly isVerbose: boolean;
  readonly includesPartialMessages: boolean;
  readonly includesHookEvents: boolean;
  /** Include texts of sub-agents among the messages. */
  readonly forwardsAgentText: boolean;
  readonly replaysUserMessages: boolean;
  readonly maxTurns: number | undefined;
  readonly maxBudgetUsd: number | undefined;
  /** Names of the available built-in tools; undefined: all. */
  readonly tools: readonly string[] | undefined;
  /** JSON text. */
  readonly jsonSchema: string | undefined;
  readonly session: SessionChoice;
  readonly systemPrompt: string | undefined;
  readonly systemPromptFile: string | undefined;
  readonly appendSystemPrompt: string | undefined;
  readonly appendSystemPromptFile: string | undefined;
  /** No hooks, no instruction files, and no MCP servers except those of `mcp`. */
  readonly isBare: boolean;
  /** No skills and no slash commands. */
  readonly disablesSlashCommands: boolean;
  readonly setup: 'init' | 'maintenance' | undefined;
  readonly endsAfterSetup: boolean;
}

type ParsedPrintOptions =
  | { readonly kind: 'options'; readonly options: PrintOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const OPTIONS = {
  ...PERMISSION_OPTIONS,
  ...ENGINE_FLAGS,
  ...MCP_FLAGS,
  ...CLIENT_OPTIONS,
  print: { type: 'boolean', short: 'p' },
  'permission-prompts': { type: 'string' },
  asks: { type: 'string' },
  'permission-prompt-tool': { type: 'string' },
  'allowed-tools': { type: 'string', multiple: true },
  allowedTools: { type: 'string', multiple: true },
  'disallowed-tools': { type: 'string', multiple: true },
  disallowedTools: { type: 'string', multiple: true },
  tools: { type: 'string', multiple: true },
  'dangerously-skip-permissions': { type: 'boolean' },
  'allow-dangerously-skip-permissions': { type: 'boolean' },
  agents: { type: 'string' },
  agent: { type: 'string' },
  coordinator: { type: 'boolean' },
  'append-subagent-system-prompt': { type: 'string' },
  model: { type: 'string' },
  advisor: { type: 'string' },
  'base-url': { type: 'string' },
  effort: { type: 'string' },
  'tool-loading': { type: 'string' },
  'input-format': { type: 'string' },
  'output-format': { type: 'string' },
  verbose: { type: 'boolean' },
  'include-partial-messages': { type: 'boolean' },
  'include-hook-events': { type: 'boolean' },
  'forward-subagent-text': { type: 'boolean' },
  'replay-user-messages': { type: 'boolean' },
  'max-turns': { type: 'string' },
  'max-budget-usd': { type: 'string' },
  'json-schema': { type: 'string' },
  continue: { type: 'boolean', short: 'c' },
  resume: { type: 'string', short: 'r' },
  'fork-session': { type: 'boolean' },
  'session-id': { type: 'string' },
  'no-session-persistence': { type: 'boolean' },
  'setting-sources': { type: 'string' },
  'system-prompt': { type: 'string' },
  'system-prompt-file': { type: 'string' },
  'append-system-prompt': { type: 'string' },
  'append-system-prompt-file': { type: 'string' },
  bare: { type: 'boolean' },
  'safe-mode': { type: 'boolean' },
  worktree: { type: 'string', short: 'w' },
  'disable-slash-commands': { type: 'boolean' },
  init: { type: 'boolean' },
  'init-only': { type: 'boolean' },
  maintenance: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const PROMPTS = ['stdio', 'none'] as const;
const ASKS = ['suspend', 'deny'] as const;
const INPUTS = ['text', 'stream-json'] as const;
const OUTPUTS = ['text', 'json', 'stream-json'] as const;
const SOURCES = ['user', 'project', 'local'] as const;
const POSITIVE = 'a positive whole number';

/** What each option expects as its value. */
const EXPECTED = {
  ...PERMISSION_EXPECTED,
  ...ENGINE_EXPECTED,
  ...MCP_EXPECTED,
  ...CLIENT_EXPECTED,
  'permission-prompts': orList(PROMPTS),
  asks: orList(ASKS),
  'permission-prompt-tool': 'a tool of an MCP server, such as mcp__server__tool',
  'allowed-tools': 'rules, such as "Bash(npm test *),Edit"',
  allowedTools: 'rules, such as "Bash(npm test *),Edit"',
  'disallowed-tools': 'rules, such as "Bash(git push *)"',
  disallowedTools: 'rules, such as "Bash(git push *)"',
  tools: 'names of built-in tools, such as "Bash,Edit"; "" for none, default for all',
  agents: 'agents as JSON, such as {"reviewer": {"description": "…", "prompt": "…"}}',
  agent: 'the name of an agent (sluice agents lists them)',
  model: 'a model, such as anthropic/claude-sonnet-4-5 or ollama/qwen3',
  advisor: 'a model, such as anthropic/claude-opus-4-8',
  'base-url': 'the address of a model server',
  effort: orList(EFFORTS),
  'tool-loading': orList(TOOL_LOADINGS),
  'input-format': orList(INPUTS),
  'output-format': orList(OUTPUTS),
  'max-turns': POSITIVE,
  'max-budget-usd': 'an amount in US dollars',
  'json-schema': 'a JSON Schema',
  resume: 'the id of a session (sluice sessions lists them)',
  'session-id': 'a UUID',
  'setting-sources': `of ${SOURCES.join(', ')}, separated by commas`,
};

export function parsePrintOptions(args: readonly string[]): ParsedPrintOptions {
  const line = parseCommandLine(spreadRules(spreadWorktree(args)), OPTIONS, EXPECTED);
  if (!line.ok) return wrong(dashedPromptProblem(args) ?? line.message);
  const { values } = line.parsed;
  // A dash means standard input, which is read anyway.
  // An empty one says nothing; programs pass them for options that are left out.
  const positionals = line.parsed.positionals.filter((argument) => argument !== '-' && argument !== '');
  if (values.help === true) return { kind: 'help' };
  const isSafe = isSafeMode(values, process.env);
  const brought = isSafe ? safeModeProblem(values) : undefined;
  if (brought !== undefined) return wrong(brought);
  const permission = parsePermissionOptions(values);
  if (!permission.ok) return wrong(permission.message);
  const prompts = oneOf('--permission-prompts', values['permission-prompts'], PROMPTS);
  if (!prompts.ok) return wrong(prompts.message);
  const client = parseClientOptions(values);
  if (!client.ok) return wrong(client.message);
  // Programs with the Agent SDK pass both: no one is to be asked then.
  const promptTool = prompts.value === 'none' ? undefined : values['permission-prompt-tool'];
  const asksClient = prompts.value === 'stdio' || promptTool === 'stdio';
  const asks = oneOf('--asks', values.asks, ASKS);
  if (!asks.ok) return wrong(asks.message);
  if (asks.value === 'suspend' && (asksClient || promptTool !== undefined))
    return wrong(
      '--asks suspend and --permission-prompts stdio or --permission-prompt-tool exclude each other',
    );
  if (asks.value === 'suspend' && values['no-session-persistence'] === true)
    return wrong('--asks suspend needs a stored session: leave out --no-session-persistence');
  if (prompts.value === 'stdio' && promptTool !== undefined && promptTool !== 'stdio')
    return wrong("--permission-prompts stdio and --permission-prompt-tool can't be combined");
  const input = oneOf('--input-format', values['input-format'], INPUTS);
  if (!input.ok) return wrong(input.message);
  const output = oneOf('--output-format', values['output-format'], OUTPUTS);
  if (!output.ok) return wrong(output.message);
  const effort = oneOf('--effort', values.effort, EFFORTS);
  if (!effort.ok) return wrong(effort.message);
  const loading = oneOf('--tool-loading', values['tool-loading'], TOOL_LOADINGS);
  if (!loading.ok) return wrong(loading.message);
  const engine = parseEngineFlags(values);
  if (!engine.ok) return wrong(engine.message);
  const isBypassed = values['dangerously-skip-permissions'] === true;
  const { permissionMode: mode } = permission.options;
  if (isBypassed && mode !== undefined && mode !== 'bypassPermissions')
    return wrong(`--dangerously-skip-permissions and --permission-mode ${mode} conflict: pass one`);
  if (positionals.length > 1)
    return wrong(
      `the prompt is one argument; got ${positionals.length}: quote it${takesRules(values) ? ', and separate rules with commas' : ''}`,
    );
  const isStream = input.value === 'stream-json';
  if (isStream && positionals.length > 0)
    return wrong('with --input-format stream-json the prompt comes on standard input: leave it out');
  if (isStream && output.value !== 'stream-json')
    return wrong('--input-format stream-json needs --output-format stream-json');
  if (asksClient && output.value !== 'stream-json')
    return wrong(
      "--permission-prompts stdio needs --output-format stream-json: other formats can't carry the questions",
    );
  const baseUrl = values['base-url'];
  if (baseUrl !== undefined && !/^https?:\/\/[^/]/i.test(baseUrl.trim()))
    return wrong('--base-url must start with http:// or https://');
  const maxTurns = number('max-turns', values['max-turns']);
  if (!maxTurns.ok) return wrong(maxTurns.message);
  const budget = dollars(values['max-budget-usd']);
  if (!budget.ok) return wrong(budget.message);
  const session = sessionChoice(values);
  if ('message' in session) return wrong(session.message);
  const sources = sourcesOf(values['setting-sources']);
  if (!sources.ok) return wrong(sources.message);
  const cwd = permission.options.cwd ?? process.cwd();
  const ofRoot = configRootProblem(values['project-config-root'], cwd, sources.value);
  if (ofRoot !== undefined) return wrong(ofRoot);
  const isInit = values.init === true || values['init-only'] === true;
  if (isInit && values.maintenance === true)
    return wrong("--maintenance can't be combined with --init or --init-only");
  if (values['system-prompt'] !== undefined && values['system-prompt-file'] !== undefined)
    return wrong('pass --system-prompt or --system-prompt-file, not both');
  const { settings } = permission.options;
  const allow = [...(settings.allow ?? []), ...rules(values['allowed-tools'], values.allowedTools)];
  const deny = [...(settings.deny ?? []), ...rules(values['disallowed-tools'], values.disallowedTools)];
  const tools = values.tools === undefined ? undefined : splitRules(values.tools.join(','));
  return {
    kind: 'options',
    options: {
      prompt: positionals[0],
      cwd: permission.options.cwd,
      worktree: values.worktree,
      settings: {
        ...settings,
        ...(allow.length > 0 && { allow }),
        ...(deny.length > 0 && { deny }),
        ...present({ sources: sources.value }),
        ...(isSafe && { isSafe }),
        ...(values['allow-dangerously-skip-permissions'] === true && { isBypassEnabled: true }),
        ...(values['managed-settings'] !== undefined && { managedTexts: values['managed-settings'] }),
        ...((asksClient || promptTool !== undefined) && { asksForPlanEdits: true }),
      },
      permissionMode: isBypassed ? 'bypassPermissions' : mode,
      prompts: asksClient ? 'stdio' : prompts.value,
      asks: asks.value,
      promptTool: promptTool === 'stdio' ? undefined : promptTool,
      agents: values.agents,
      agent: values.agent,
      isCoordinator: values.coordinator === true,
      appendSubagentSystemPrompt: values['append-subagent-system-prompt'],
      model: values.model,
      advisor: values.advisor,
      baseUrl,
      effort: effort.value,
      thinking: client.thinking,
      fallbackModels: client.fallbackModels,
      plugins: client.plugins,
      awaitsInitialize: isStream && (values.print !== true || client.awaitsInitialize),
      tellsTranscript: client.tellsTranscript,
      toolLoading: loading.value,
      engine: engine.flags,
      mcp: parseMcpFlags(values),
      inputFormat: input.value ?? 'text',
      outputFormat: output.value ?? 'text',
      isVerbose: values.verbose === true,
      includesPartialMessages: values['include-partial-messages'] === true,
      includesHookEvents: values['include-hook-events'] === true,
      forwardsAgentText: values['forward-subagent-text'] === true,
      replaysUserMessages: values['replay-user-messages'] === true,
      maxTurns: maxTurns.value,
      maxBudgetUsd: budget.value,
      tools: tools?.includes('default') === true ? undefined : tools,
      jsonSchema: values['json-schema'],
      session,
      systemPrompt: values['system-prompt'],
      systemPromptFile: values['system-prompt-file'],
      appendSystemPrompt: values['append-system-prompt'],
      appendSystemPromptFile: values['append-system-prompt-file'],
      isBare: values.bare === true,
      disablesSlashCommands: values['disable-slash-commands'] === true,
      setup: isInit ? 'init' : values.maintenance === true ? 'maintenance' : undefined,
      endsAfterSetup: values['init-only'] === true,
    },
  };
}

/** No option name contains a space: this is a prompt that starts with a dash. */
function dashedPromptProblem(args: readonly string[]): string | undefined {
  const isDashed = args.some((argument) => /^-[^=\s]*\s/.test(argument));
  return isDashed
    ? 'pass a prompt that starts with a dash after --, as in: sluice -p -- "- one thing"; a value after =, as in: --append-system-prompt="- another"'
    : undefined;
}

type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

function number(name: string, text: string | undefined): Parsed<number | undefined> {
  if (text === undefined) return { ok: true, value: undefined };
  const value = parsePositive(text);
  return value === undefined
    ? { ok: false, message: `--${name} must be ${POSITIVE}; got ${JSON.stringify(text)}` }
    : { ok: true, value };
}

function dollars(text: string | undefined): Parsed<number | undefined> {
  if (text === undefined) return { ok: true, value: undefined };
  const value = /^\d{1,9}(?:\.\d{1,20})?(?:e-\d{1,2})?$/.test(text) ? Number(text) : 0;
  return value > 0
    ? { ok: true, value }
    : {
        ok: false,
        message: `--max-budget-usd must be an amount above 0, such as 2.50; got ${JSON.stringify(text)}`,
      };
}

function takesRules(values: object): boolean {
  return ['allowed-tools', 'allowedTools', 'disallowed-tools', 'disallowedTools', 'tools'].some((name) =>
    Object.hasOwn(values, name),
  );
}

function rules(...lists: readonly (readonly string[] | undefined)[]): readonly string[] {
  return lists.flatMap((texts = []) => texts.flatMap(splitRules));
}

function sourcesOf(text: string | undefined): Parsed<readonly ('user' | 'project' | 'local')[] | undefined> {
  if (text === undefined) return { ok: true, value: undefined };
  const names = text.split(',').map((name) => name.trim());
  const sources = SOURCES.filter((source) => names.includes(source));
  const unknown = names.find((name) => name !== '' && !SOURCES.some((source) => source === name));
  return unknown === undefined
    ? { ok: true, value: sources }
    : { ok: false, message: `--setting-sources takes ${SOURCES.join(', ')}; got ${JSON.stringify(unknown)}` };
}

function wrong(message: string): ParsedPrintOptions {
  return { kind: 'wrong', message };
}
