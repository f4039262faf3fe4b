import {
  createAgent,
  createConversation,
  createOutputTool,
  readConversation,
  removeOldSessions,
  stateDirectory,
  systemPrompt,
  type Agent,
  type Conversation,
  type SessionChanges,
} from '@sluice/agent';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { modelTools, systemClock, type Asker, type ModelProvider, type ModelTool } from '@sluice/core';
import { problemText, type LoadedSettings } from '@sluice/settings';
import type { SessionFacts } from '../local/about-session.ts';
import type { AgentParts, LocalRuntime } from '../local/local-runtime.ts';
import { openLocalRuntime } from '../local/open-local-runtime.ts';
import { agentHooks } from './agent-hooks.ts';
import { ignoredModelSettings } from './ignored-model-settings.ts';
import { findInstructions, tellInstructions, type Instructions } from './instructions.ts';
import { modelPrice } from './model-price.ts';
import { modelEnvironment } from './model-environment.ts';
import { openModel, type ModelChange, type OpenedModel, type PrintModel } from './open-model.ts';
import { openPrintSession, type PrintSession } from './open-print-session.ts';
import { parseOutputSchema } from './parse-output-schema.ts';
import type { PrintOptions } from './print-options.ts';
import { thinkingWish } from './thinking-wish.ts';

export interface PrintAgent {
  readonly agent: Agent;
  readonly runtime: LocalRuntime;
  /** May become another one between two requests. */
  readonly provider: ModelProvider;
  readonly changeModel: PrintModel['change'];
  readonly sessionId: string;
  /** A call of the session that goes on was put off: it is made before anything else, with a prompt or without. */
  readonly isLeftOpen: boolean;
  /** Takes a session that was made for this prompt away again, once the runtime is disposed of. */
  readonly undo: PrintSession['undo'];
  /** For the person, a sentence each. */
  readonly notices: readonly string[];
  /** Those of the notices that a client should show as well. */
  readonly shownNotices: readonly string[];
  /** Hooks have been told which files of instructions there are; nothing waits for that but the end. */
  readonly told: Promise<unknown>;
}

export type OpenedPrintAgent =
  | { readonly ok: true; readonly opened: PrintAgent }
  /** A sentence for the person; `isUsage`: what was given can't be used, else nothing can be done in this surrounding. */
  | { readonly ok: false; readonly message: string; readonly isUsage?: boolean };

export interface PrintAgentWish {
  readonly options: PrintOptions;
  /** Real and absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends what the opening waits for. */
  readonly signal: AbortSignal;
  readonly asker: Asker | undefined;
  readonly warn: (text: string) => void;
  /** What earlier prompts have cost. */
  readonly spentUsd: () => number;
}

const BY_RULE = 'Allow it with a rule (--allowedTools RULE, or permissions.allow in a settings file)';
const REMEDY = `${BY_RULE}, another --permission-mode, or --permission-prompts stdio.`;
const REMEDY_OF_ASKED = `${BY_RULE} or another --permission-mode.`;

const WAIT_OR_FORK = 'Wait until that has ended, or go on with a copy: --fork-session.';

/** Opens everything that a prompt needs, in an order in which a mistake costs nothing. */
export async function openPrintAgent(wish: PrintAgentWish): Promise<OpenedPrintAgent> {
  const { options, cwd, env, signal, asker, warn, spentUsd } = wish;
  const schema = options.jsonSchema === undefined ? undefined : await parseOutputSchema(options.jsonSchema);
  if (schema?.ok === false) return { ...schema, isUsage: true };
  const texts = readPromptFiles(options);
  if (!texts.ok) return { ...texts, isUsage: true };
  const misnamed = await unknownTool(options);
  if (misnamed !== undefined) return { ok: false, message: misnamed, isUsage: true };
  const session = await openPrintSession(options.session, {
    cwd,
    env,
  });
  if (!session.ok) return session;
  const { id, directory, isResumed, isFork } = session.session;
  const output = schema === undefined ? undefined : createOutputTool(schema.schema);
  const listeners: { current: Agent | undefined } = { current: undefined };
  const talk: { current: Conversation | undefined } = { current: undefined };
  let model: OpenedModel | undefined;
  const modelOf = async (settings: LoadedSettings): Promise<OpenedModel> =>
    (model ??= await openModel({ options, settings, env, warn }));
  const factsWith = (used: OpenedModel): SessionFacts => {
    const title = session.session.title();
    return {
      ...(title !== undefined && { title }),
      ...(used.ok && { model: used.model.provider.model }),
    };
  };
  const opened = await openLocalRuntime({
    cwd,
    sessionId: id,
    signal,
    aboutSession: async (settings) => ({ isFork, ...factsWith(await modelOf(settings)) }),
    settings: options.settings,
    remedy: options.prompts === 'stdio' ? REMEDY_OF_ASKED : REMEDY,
    onUnkept: warn,
    resume: isResumed,
    ...(directory !== undefined && { sessionDirectory: directory }),
    ...(options.permissionMode !== undefined && { permissionMode: options.permissionMode }),
    ...(options.tools !== undefined && { builtInTools: options.tools }),
    ...(output !== undefined && { tools: [output.tool] }),
    ...(asker !== undefined && { asker }),
    ...(options.isBare && { namedHooks: false }),
    ...(options.setup !== undefined && { setup: options.setup }),
    attachesTexts: false,
    defersCalls: true,
    isStanding: (messageId, callId) => talk.current?.isStanding(messageId, callId) === true,
    onMessage: (listener) => listeners.current?.onMessage(listener) ?? (() => {}),
  });
  if (!opened.ok) {
    if (model?.ok === true) model.model.provider.close();
    await session.session.undo();
    const { code, message } = opened.error;
    return {
      ok: false,
      message: code === 'locked' ? `${message} ${WAIT_OR_FORK}` : message,
      isUsage: code === 'bad-settings',
    };
  }
  const { runtime } = opened;
  const parts = runtime.agent;
  const ignored = ignoredModelSettings(parts.settings);
  const refuse = async (message: string): Promise<OpenedPrintAgent> => {
    await runtime.dispose();
    await session.session.undo();
    // What was passed over may be just what is missing.
    const passedOver = parts.settings.problems.map(problemText);
    return { ok: false, message: [message, ...passedOver, ...ignored].join('\n') };
  };
  const found = await modelOf(parts.settings);
  if (!found.ok) return refuse(found.message);
  const { provider } = found.model;
  const thinking = thinkingWish({
    option: options.effort,
    env: modelEnvironment(parts.settings, env),
    setting: parts.settings.setting('effortLevel')?.value,
    warn,
  });
  const { conversation, lastUsage } = await openConversation(runtime, isResumed);
  talk.current = conversation;
  const instructions = findInstructions(wish, parts);
  const notices = [...runtime.notices, ...ignored, ...instructions.problems];
  // Not before the first request is on its way.
  const note = (changes: SessionChanges): void => void setImmediate(() => session.session.note(changes));
  const told = tellInstructions(instructions, parts, cwd);
  const agent = createAgent({
    runtime,
    provider,
    conversation,
    clock: systemClock,
    system: systemTexts(cwd, texts, instructions),
    tools: toolsOf(runtime),
    hooks: agentHooks(
      parts,
      () => ({ cwd: runtime.session.cwd }),
      note,
      () => factsWith(found),
    ),
    attachments: parts.takeTexts,
    lastUsage,
    ...(options.maxTurns !== undefined && { maxTurns: options.maxTurns }),
    ...(options.maxBudgetUsd !== undefined && { budget: { limitUsd: options.maxBudgetUsd, spentUsd } }),
    ...(thinking !== undefined && { thinking }),
    price: (model) => modelPrice(parts.settings, model),
    ...(output !== undefined && { output }),
  });
  listeners.current = agent;
  const { startTitle } = parts;
  note({ model: provider.model, ...(startTitle !== undefined && { title: startTitle }) });
  const changeModel = async (name: string | undefined): Promise<ModelChange> => {
    const changed = await found.model.change(name);
    if (changed.ok) session.session.note({ model: changed.model });
    return changed;
  };
  if (directory !== undefined) cleanUp(parts, wish);
  const isLeftOpen = conversation.deferred !== undefined;
  return {
    ok: true,
    opened: {
      ...{ agent, runtime, provider, changeModel, sessionId: id, isLeftOpen, notices, told },
      shownNotices: instructions.problems,
      undo: session.session.undo,
    },
  };
}

async function unknownTool({ tools = [] }: PrintOptions): Promise<string | undefined> {
  return tools.length === 0 ? undefined : (await import('./check-tool-names.ts')).checkToolNames(tools);
}

/** What was left open is settled before the conversation is read: each call in it has its result. */
async function openConversation(runtime: LocalRuntime, isResumed: boolean) {
  const { journal, store } = runtime.agent;
  const base = { store, clock: systemClock, ...(journal !== undefined && { journal }) };
  if (!isResumed || journal === undefined)
    return { conversation: createConversation(base), lastUsage: undefined };
  const settling = runtime.run([])[Symbol.asyncIterator]();
  while ((await settling.next()).done !== true);
  const { entries } = await journal.read();
  const resumed = await readConversation(entries, store);
  return { conversation: createConversation({ ...base, resumed }), lastUsage: resumed.lastEnd?.usage };
}

/** The tools as the model is told of them: the same objects until permission changes. */
function toolsOf(runtime: LocalRuntime): () => Promise<readonly ModelTool[]> {
  let version = -1;
  let tools: Promise<readonly ModelTool[]> = Promise.resolve([]);
  return () => {
    const now = runtime.permission.current().version;
    if (now !== version) {
      version = now;
      tools = modelTools(runtime.pool, runtime.agent.deniesTool);
    }
    return tools;
  };
}

interface PromptTexts {
  readonly own: string | undefined;
  readonly appended: string | undefined;
}

function systemTexts(
  cwd: string,
  { own, appended }: PromptTexts,
  { files }: Instructions,
): readonly string[] {
  return systemPrompt({
    cwd,
    platform: `${process.platform} (${process.arch})`,
    date: new Date().toISOString().slice(0, 10),
    isRepository: isInRepository(cwd),
    isHeadless: true,
    instructions: files,
    ...(own !== undefined && { own }),
    ...(appended !== undefined && { appended }),
  });
}

function isInRepository(cwd: string): boolean {
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}

type ReadTexts = ({ readonly ok: true } & PromptTexts) | { readonly ok: false; readonly message: string };

function readPromptFiles(options: PrintOptions): ReadTexts {
  const own = readOne('--system-prompt-file', options.systemPromptFile);
  if ('message' in own) return { ok: false, message: own.message };
  const file = readOne('--append-system-prompt-file', options.appendSystemPromptFile);
  if ('message' in file) return { ok: false, message: file.message };
  const appended = [options.appendSystemPrompt, file.text].filter((text) => text !== undefined);
  return {
    ok: true,
    own: options.systemPrompt ?? own.text,
    appended: appended.length === 0 ? undefined : appended.join('\n\n'),
  };
}

function readOne(
  option: string,
  path: string | undefined,
): { readonly text: string | undefined } | { readonly message: string } {
  if (path === undefined) return { text: undefined };
  try {
    return { text: readFileSync(path, 'utf8') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { message: `${option} ${path} can't be read: ${reason}` };
  }
}

/** Old sessions go beside the work; what that meets is nobody's concern. What a repository says holds for its own sessions alone. */
function cleanUp({ settings }: AgentParts, { cwd, env }: Pick<PrintAgentWish, 'cwd' | 'env'>): void {
  const { value: days, origins } = settings.setting('cleanupPeriodDays') ?? { origins: [] };
  if (typeof days !== 'number') return;
  const isOfRepository = origins.some(({ source }) => source === 'project' || source === 'local');
  void removeOldSessions({ state: stateDirectory(env), days, ...(isOfRepository && { cwd }) });
}
