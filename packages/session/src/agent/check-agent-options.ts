import {
  aFunction,
  anything,
  checkFields,
  either,
  isTrueOrFalse,
  listOf,
  number,
  oneOfWords,
  refuseOptions,
  text,
  wrongType,
  type Check,
} from '@sluice/base';
import { TOOL_LOADINGS } from '@sluice/agent';
import type { LocalAgentOptions, OpenAgentOptions } from './agent-options.ts';
import type { OpenChildOptions } from './child-options.ts';
import type { SessionPartsOptions } from '../options/session-parts-options.ts';
import { checksFor, furtherFinding, PARTS_OPTIONS } from '../options/check-options.ts';

const positive = number('a positive whole number', (value) => Number.isSafeInteger(value) && value > 0);
const dollars = number('a number of US dollars above 0', (value) => value > 0);
const texts = (what: string): Check => listOf(`a list of ${what}`, text('a non-empty string'));
const effort = oneOfWords('low', 'medium', 'high', 'xhigh', 'max');

const SESSION = {
  kind: oneOfWords('new', 'latest', 'named', 'none'),
  id: anything,
  isForked: isTrueOrFalse,
  name: text('the id or title of a session'),
  beforePrompt: anything,
  throughMessage: anything,
  dropsTurn: anything,
} satisfies Readonly<Record<string, Check>>;

/** Of a session and its main agent. A program that opens both passes them together. */
const AGENT_OPTIONS = {
  ...PARTS_OPTIONS,
  session: (value) => checkFields(value, SESSION, "an object, such as { kind: 'new' }", ['kind']),
  stored: anything,
  isCleared: isTrueOrFalse,
  model: text('the name of a model, such as "anthropic/claude-sonnet-5-5"'),
  advisorModel: text('the name of a model'),
  fallbackModels: texts('names of models'),
  baseUrl: text('a URL'),
  effort,
  thinkingTokens: either(
    'a number of tokens, 0 or more, or "adaptive"',
    number('', (value) => value >= 0),
    oneOfWords('adaptive'),
  ),
  thinkingDisplay: oneOfWords('summarized', 'omitted'),
  betas: texts('names of betas'),
  textEveryMs: positive,
  taskTokens: positive,
  toolLoading: oneOfWords(...TOOL_LOADINGS),
  maxTurns: positive,
  maxBudgetUsd: dollars,
  spentUsd: aFunction('a function'),
  agentType: text('the type of an agent'),
  systemPrompt: anything,
  sharedSystemPrompt: anything,
  hasEnvironmentApart: isTrueOrFalse,
  addsEnvironment: isTrueOrFalse,
  appendSystemPrompt: anything,
  readsInstructions: isTrueOrFalse,
  isHeadless: isTrueOrFalse,
  output: anything,
  warn: aFunction('a function'),
} satisfies Readonly<
  Record<keyof LocalAgentOptions | keyof OpenAgentOptions | keyof SessionPartsOptions, Check>
>;

const CHILD_OPTIONS = {
  parent: anything,
  type: text('the type of the agent'),
  name: text('a name'),
  description: anything,
  task: anything,
  chain: anything,
  depth: anything,
  id: text('a non-empty string'),
  resume: isTrueOrFalse,
  call: anything,
  forkedAt: anything,
  worktree: anything,
  inheritedWorktree: anything,
  tools: anything,
  servers: anything,
  hooks: anything,
  stopping: aFunction('a function'),
  idle: aFunction('a function'),
  askerAround: aFunction('a function'),
  handsPlan: isTrueOrFalse,
  isBeside: isTrueOrFalse,
  isTeammate: isTrueOrFalse,
  closed: aFunction('a function'),
  notes: aFunction('a function'),
  mode: PARTS_OPTIONS.permissionMode,
  mayLoosen: isTrueOrFalse,
  denies: texts('rules'),
  memory: anything,
  planFile: anything,
  isolation: anything,
  model: AGENT_OPTIONS.model,
  effort,
  maxTurns: positive,
  output: anything,
  maxConcurrency: PARTS_OPTIONS.maxConcurrency,
  extension: anything,
  systemPrompt: anything,
  addsEnvironment: isTrueOrFalse,
  appendSystemPrompt: anything,
  readsInstructions: isTrueOrFalse,
} satisfies Readonly<Record<keyof OpenChildOptions, Check>>;

/**
 * Of `createLocalAgent`.
 * @throws TypeError or RangeError for an unknown option or an invalid value; it names the option
 */
export async function refuseWrongLocalAgent(options: unknown): Promise<void> {
  const checks = await checksFor(options, AGENT_OPTIONS);
  const finding = checkFields(options, checks, 'an object of options, such as { cwd }');
  refuseOptions(finding ?? furtherFinding(options), 'createLocalAgent');
}

/**
 * Of `openAgent`.
 * @throws TypeError or RangeError, as above
 */
export async function refuseWrongAgent(options: object): Promise<void> {
  const finding =
    'parent' in options
      ? checkFields(options, CHILD_OPTIONS, 'an object: { parent, type }', ['type'])
      : checkFields(options, await checksFor(options, AGENT_OPTIONS), 'an object of options');
  refuseOptions(finding, 'openAgent');
}

/** @throws TypeError if it is neither a text nor `{ content }` */
export function refuseWrongPrompt(prompt: unknown): void {
  const isPrompt =
    typeof prompt === 'string' ||
    (typeof prompt === 'object' && prompt !== null && Array.isArray(Reflect.get(prompt, 'content')));
  if (isPrompt) return;
  const wrong = wrongType(prompt, "a text, or an object: { content: [{ type: 'text', text }] }");
  refuseOptions({ ...wrong, at: '.prompt' }, 'agent.run');
}
