import {
  aFunction,
  anything,
  checkFields,
  either,
  having,
  isTrueOrFalse,
  listOf,
  MAX_TIMER_MS,
  number,
  oneOfWords,
  optional,
  optionError,
  text,
  wrongType,
  type Check,
  type Finding,
} from '@sluice/base';
import { isJsonObject, PERMISSION_MODES } from '@sluice/core';
import type { LocalRuntimeOptions } from './local-options.ts';
import type { AgentsOptions } from './agents-options.ts';
import type { McpOptions } from './mcp-options.ts';
import type { SessionPartsOptions } from './session-parts-options.ts';
import type { LocalSettings } from '../permission/open-permission.ts';

const texts = (what: string): Check => listOf(`a list of ${what}`, text('a non-empty string'));
const milliseconds = (least: number): Check =>
  number(
    `a number of milliseconds from ${least} to ${MAX_TIMER_MS}`,
    (ms) => ms >= least && ms <= MAX_TIMER_MS,
  );
const positive = number('a positive whole number', (value) => Number.isSafeInteger(value) && value > 0);
const limit = number('a number of characters, 0 or more', (value) => value >= 0);

const MCP = {
  configs: texts('paths or JSON texts'),
  plugins: anything,
  clientServers: anything,
  isStrict: isTrueOrFalse,
  only: texts('names of servers'),
  except: texts('names of servers'),
  waitsForAll: isTrueOrFalse,
  backgroundAfterMs: milliseconds(1),
  version: text('a version'),
  asks: anything,
  reconnectCommand: aFunction('a function that takes a name'),
  onMissing: aFunction('a function that takes a text'),
} satisfies Readonly<Record<keyof McpOptions, Check>>;

const SETTINGS = {
  allow: texts('rules, such as "Bash(npm test *)"'),
  ask: texts('rules, such as "Bash(git push *)"'),
  deny: texts('rules, such as "Read(.env)"'),
  additionalDirectories: texts('directories'),
  isBypassEnabled: isTrueOrFalse,
  asksForPlanEdits: isTrueOrFalse,
  files: texts('paths of settings files, or JSON'),
  sources: listOf('a list of "user", "project" and "local"', oneOfWords('user', 'project', 'local')),
  managedDirectories: texts('directories'),
  managedTexts: texts('settings as JSON'),
  isSafe: isTrueOrFalse,
} satisfies Readonly<Record<keyof LocalSettings, Check>>;

const tool = either(
  'a tool made with defineTool, or a function that makes one',
  aFunction(''),
  having('', { name: text(''), call: aFunction(''), isReadOnly: aFunction('') }),
);
const resultLimits: Check = (value) => {
  const allowed = 'a Map from tool names to character limits';
  if (!(value instanceof Map)) return wrongType(value, allowed);
  const fits = [...value].every(([name, max]) => typeof name === 'string' && limit(max) === undefined);
  return fits ? undefined : { kind: 'range', at: '', got: value, allowed };
};

const toolAliases: Check = (value) =>
  isJsonObject(value) && Object.values(value).every((target) => typeof target === 'string')
    ? undefined
    : wrongType(value, 'an object of names of tools by other names');

/** Of a runtime on this machine. */
export const RUNTIME_OPTIONS = {
  cwd: text('the path of a directory'),
  permissionMode: oneOfWords(...PERMISSION_MODES),
  settings: (value) => checkFields(value, SETTINGS, 'an object of settings, such as { allow: ["Edit"] }'),
  classifier: aFunction('a function'),
  asker: having('an object with the functions push, remove and update', {
    push: aFunction(''),
    remove: aFunction(''),
    update: aFunction(''),
  }),
  canUseTool: aFunction('a function'),
  onUnkept: aFunction('a function'),
  onProcesses: aFunction('a function'),
  aboutSession: aFunction('a function'),
  setup: oneOfWords('init', 'maintenance'),
  isOnlyPlanned: isTrueOrFalse,
  isRehearsal: isTrueOrFalse,
  betweenSteps: aFunction('a function'),
  remedy: text('a sentence'),
  tools: listOf('a list of tools', tool),
  mcp: (value) => checkFields(value, MCP, 'an object, such as { configs: ["servers.json"] }'),
  skills: (value) =>
    checkFields(
      value,
      { isOn: isTrueOrFalse, only: texts('names of skills') },
      'an object, such as { isOn: true }',
    ),
  plugins: anything,
  builtInTools: texts('names of tools'),
  namedHooks: isTrueOrFalse,
  signal: having('an AbortSignal', { addEventListener: aFunction('') }),
  attachesTexts: isTrueOrFalse,
  onMessage: aFunction('a function'),
  telemetry: aFunction('a function'),
  hooks: anything,
  hookRunners: having('an object with the functions mcpTool, prompt and agent', {
    mcpTool: optional(aFunction('')),
    prompt: optional(aFunction('')),
    agent: optional(aFunction('')),
  }),
  sessionDirectory: text('the path of a directory'),
  resume: isTrueOrFalse,
  durability: oneOfWords('process', 'power'),
  scheduling: oneOfWords('claims', 'strict'),
  maxConcurrency: positive,
  start: oneOfWords('stream', 'message'),
  cascade: oneOfWords('effects', 'all-shell', 'none'),
  graceMs: milliseconds(0),
  conflictWaitMs: milliseconds(0),
  messageBudget: positive,
  resultLimits,
  callTimeoutMs: milliseconds(1),
  isStanding: aFunction('a function'),
  toolAliases,
  redact: aFunction('a function'),
  attachments: aFunction('a function'),
  defersCalls: isTrueOrFalse,
  asks: oneOfWords('wait', 'suspend'),
  onSessionChange: aFunction('a function'),
  extension: anything,
  toolSources: anything,
  sessionId: text('a non-empty string'),
  transcripts: anything,
} satisfies Readonly<Record<keyof LocalRuntimeOptions, Check>>;

const AGENTS = {
  definitions: anything,
  readsFiles: isTrueOrFalse,
  plugins: anything,
  isCoordinator: isTrueOrFalse,
  hasFork: isTrueOrFalse,
  readsInstructions: isTrueOrFalse,
  appendSystemPrompt: anything,
} satisfies Readonly<Record<keyof AgentsOptions, Check>>;

/** Of what a session shares. Those of an engine are accepted, too: a program may pass one object to both. */
export const PARTS_OPTIONS = {
  ...RUNTIME_OPTIONS,
  agents: (value) => checkFields(value, AGENTS, 'an object, such as {}'),
  editorFiles: anything,
} satisfies Readonly<Record<keyof LocalRuntimeOptions | keyof SessionPartsOptions, Check>>;

const SHAPE = 'an object of options, such as { cwd }';

/**
 * What is wrong with a runtime's options, as an error to throw: the option, its value, and what is allowed. Loads the
 * table of hook events only if there are hooks.
 */
export async function wrongOptions(options: unknown): Promise<TypeError | RangeError | undefined> {
  const checks = await checksFor(options, RUNTIME_OPTIONS);
  return optionError(checkFields(options, checks, SHAPE) ?? furtherFinding(options));
}

/** The same for `openSessionParts`. */
export async function wrongPartsOptions(options: unknown): Promise<TypeError | RangeError | undefined> {
  const checks = await checksFor(options, PARTS_OPTIONS);
  return optionError(checkFields(options, checks, SHAPE) ?? furtherFinding(options), 'openSessionParts');
}

/** The checks, with the one of hooks if the options have any. */
export async function checksFor(
  options: unknown,
  checks: Readonly<Record<string, Check>>,
): Promise<Readonly<Record<string, Check>>> {
  const hooks = typeof options === 'object' && options !== null ? Reflect.get(options, 'hooks') : undefined;
  return hooks === undefined ? checks : { ...checks, hooks: await hooksCheck() };
}

async function hooksCheck(): Promise<Check> {
  const { checkHook } = await import('./check-hook.ts');
  return either('a list of hooks, or a function that returns one', aFunction(''), listOf('', checkHook));
}

/** Checks that involve more than one option. */
export function furtherFinding(options: unknown): Finding | undefined {
  if (typeof options !== 'object' || options === null) return undefined;
  const given = (name: string): unknown => Reflect.get(options, name);
  if (given('cwd') === undefined) {
    return { kind: 'type', at: '.cwd', got: undefined, allowed: 'the path of a directory' };
  }
  if (given('canUseTool') !== undefined && given('asker') !== undefined) {
    return {
      kind: 'type',
      at: '.canUseTool',
      got: given('canUseTool'),
      allowed: 'left out where asker is given',
    };
  }
  if (given('resume') === true && given('sessionDirectory') === undefined) {
    const allowed = 'given with resume: the directory of the session to resume';
    return { kind: 'type', at: '.sessionDirectory', got: undefined, allowed };
  }
  return undefined;
}
