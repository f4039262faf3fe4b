import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createAgent,
  createLateTools,
  createConversation,
  readConversation,
  readLateTools,
  removeOldSessions,
  stateDirectory,
  systemPrompt,
  type Agent,
  type AgentCallExtension,
  type Conversation,
  type JournaledLateTools,
  type LateTools,
  type Prompt,
} from '@sluice/agent';
import { systemClock } from '@sluice/core';
import { problemText, type LoadedSettings } from '@sluice/settings';
import type { SessionFacts } from '../events/about-session.ts';
import type { SessionParts } from '../parts/session-parts.ts';
import type { LocalRuntime } from '../runtime/local-runtime.ts';
import { openRuntime } from '../runtime/open-runtime.ts';
import { agentHooks } from './agent-hooks.ts';
import type { OpenAgentOptions } from './agent-options.ts';
import { createLateNotes } from './late-notes.ts';
import type { AgentError, AssembledAgent, OpenedAgent } from './assembled-agent.ts';
import { findInstructions, reportInstructions, type Instructions } from './instructions.ts';
import { keepListedTools } from './keep-listed-tools.ts';
import { toolLoading } from './tool-loading.ts';
import { ignoredModelSettings } from './model/ignored-model-settings.ts';
import { modelEnvironment } from './model/model-environment.ts';
import { modelPrice } from './model/model-price.ts';
import { openModel, type OpenedModel } from './model/open-model.ts';
import { thinkingOptions } from './model/thinking-options.ts';

/**
 * Opens an agent in a session: its engine, model, instructions and conversation. The first agent begins the session, which
 * runs its start hooks. The parts outlive the agent: whoever opened them disposes of them, also after an error.
 */
export async function openAgent(parts: SessionParts, options: OpenAgentOptions = {}): Promise<OpenedAgent> {
  const { stored, warn = () => {} } = options;
  const { cwd, permission, session } = parts;
  const { loaded } = permission;
  const env = process.env;
  const loading = toolLoading(options.toolLoading, loaded, env);
  let model: OpenedModel | undefined;
  const modelOf = async (): Promise<OpenedModel> =>
    (model ??= await openModel({
      model: options.model,
      baseUrl: options.baseUrl,
      wantsLateTools: loading.loading === 'reference',
      needsPrice: options.maxBudgetUsd !== undefined,
      settings: loaded,
      env,
      warn,
    }));
  const ignored = ignoredModelSettings(loaded);
  const refuse = (code: AgentError['code'], message: string): OpenedAgent => {
    if (model?.ok === true) model.model.provider.close();
    return { ok: false, error: { code, message } };
  };

  const unbegun = await parts.begin({
    setup: options.setup,
    signal: options.signal,
    aboutSession: async () => ({
      isFork: stored?.isFork === true,
      ...factsOf(stored?.title(), await modelOf()),
    }),
  });
  if (unbegun !== undefined) {
    return refuse(unbegun.code === 'interrupted' ? 'interrupted' : 'stopped-by-hook', unbegun.message);
  }
  const found = await modelOf();
  if (!found.ok) {
    // What was left out may be just what is missing.
    const leftOut = loaded.problems.map(problemText);
    return refuse('no-model', [found.message, ...leftOut, ...ignored].join('\n'));
  }
  const { provider, change } = found.model;

  // The engine settles what a resumed conversation left open before that is read, and asks it later what still stands.
  let current: Conversation | undefined;
  let opened: Agent | undefined;
  let late: LateTools | undefined;
  const thinking = thinkingOptions({
    option: options.effort,
    env: modelEnvironment(loaded, env),
    setting: loaded.setting('effortLevel')?.value,
    warn,
  });
  const chain = { id: randomUUID(), depth: 0 };
  const extension: AgentCallExtension = {
    agentId: undefined,
    agentType: undefined,
    chain,
    get model() {
      return provider.model;
    },
    thinking,
    get canAsk() {
      const isDenied =
        permission.loaded.deniesInsteadOfPrompting || permission.state.current().mode === 'dontAsk';
      return options.asker !== undefined && !isDenied;
    },
    get budgetLeftUsd() {
      return opened?.budgetLeftUsd;
    },
    pool: parts.pool,
    mcp: [],
    commands: [],
    own: options.extension,
  };
  const runtime = openRuntime(parts, {
    ...options,
    extension,
    messages: () => current?.messages ?? [],
    loadHint: (name) => late?.loadHint(name),
    attachesTexts: false,
    isStanding: (messageId, callId) => current?.isStanding(messageId, callId) === true,
  });
  const { conversation, lastUsage, journaled } = await openConversation(
    runtime,
    session.resume !== undefined,
  );
  current = conversation;
  runtime.loadedTools.restore(journaled.loaded);
  const lateTools = createLateTools({
    pool: runtime.pool,
    loaded: runtime.loadedTools,
    provider,
    messages: () => conversation.messages,
    isDenied: runtime.agent.deniesTool,
    permission: () => runtime.permission.current(),
    ...loading,
    told: journaled.told,
    keepTold: keepListedTools(session, parts.tell),
  });
  late = lateTools;

  const instructions: Instructions =
    options.readsInstructions === false
      ? { files: [], problems: [] }
      : findInstructions(parts, runtime.agent.contextFiles, env);
  const instructionsReported = reportInstructions(instructions, parts.hooks, cwd);
  const { note, flush } = createLateNotes((changes) => stored?.note(changes));
  parts.beforeEnd(flush);
  const agent = createAgent({
    runtime,
    provider,
    conversation,
    clock: systemClock,
    system: systemTexts(cwd, options, instructions),
    tools: () => lateTools.tools(),
    lateTools,
    hooks: agentHooks(
      runtime.agent,
      () => ({ cwd: runtime.session.cwd }),
      note,
      () => factsOf(stored?.title(), found),
    ),
    attachments: runtime.agent.takeTexts,
    lastUsage,
    maxTurns: options.maxTurns,
    budget:
      options.maxBudgetUsd === undefined
        ? undefined
        : { limitUsd: options.maxBudgetUsd, spentUsd: options.spentUsd },
    thinking,
    price: (name) => modelPrice(loaded, name),
    output: options.output,
  });
  opened = agent;
  parts.messages.connect(agent.onMessage);
  note({ model: provider.model, title: runtime.agent.startTitle });
  if (stored?.directory !== undefined) removeOld(loaded, cwd, env);

  const assembled: AssembledAgent = {
    get activity() {
      return agent.activity;
    },
    get budgetLeftUsd() {
      return agent.budgetLeftUsd;
    },
    run: (prompt) => agent.run(promptOf(prompt)),
    wake: agent.wake,
    send: (prompt) => agent.send(promptOf(prompt)),
    takeWaiting: agent.takeWaiting,
    interrupt: agent.interrupt,
    compact: agent.compact,
    onMessage: agent.onMessage,
    runtime,
    parts,
    provider,
    async changeModel(name) {
      const changed = await change(name);
      if (changed.ok) stored?.note({ model: changed.model });
      return changed;
    },
    toolNames: () => lateTools.names(),
    isLeftOpen: conversation.deferred !== undefined,
    notices: [...parts.notices, ...ignored, ...instructions.problems],
    shownNotices: instructions.problems,
    instructionsReported,
  };
  return { ok: true, agent: assembled };
}

function promptOf(prompt: string | Prompt): Prompt {
  return typeof prompt === 'string' ? { content: [{ type: 'text', text: prompt }] } : prompt;
}

function factsOf(title: string | undefined, used: OpenedModel): SessionFacts {
  return { title, model: used.ok ? used.model.provider.model : undefined };
}

/** What was left open is settled before the conversation is read: each call in it has its result. */
async function openConversation(runtime: LocalRuntime, isResumed: boolean) {
  const { journal, store } = runtime.agent;
  const base = { store, clock: systemClock, ...(journal !== undefined && { journal }) };
  if (!isResumed || journal === undefined)
    return { conversation: createConversation(base), lastUsage: undefined, journaled: NO_LATE_TOOLS };
  const settling = runtime.run([])[Symbol.asyncIterator]();
  while ((await settling.next()).done !== true);
  const { entries } = await journal.read();
  const resumed = await readConversation(entries, store);
  return {
    conversation: createConversation({ ...base, resumed }),
    lastUsage: resumed.lastEnd?.usage,
    journaled: await readLateTools(entries, store),
  };
}

const NO_LATE_TOOLS: JournaledLateTools = { loaded: new Map(), told: [] };

function systemTexts(
  cwd: string,
  { systemPrompt: own, appendSystemPrompt: appended, isHeadless = true }: OpenAgentOptions,
  { files }: Instructions,
): readonly string[] {
  return systemPrompt({
    cwd,
    platform: `${process.platform} (${process.arch})`,
    date: new Date().toISOString().slice(0, 10),
    isRepository: isInRepository(cwd),
    isHeadless,
    instructions: files,
    own,
    appended,
  });
}

function isInRepository(cwd: string): boolean {
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}

/** Removes expired sessions beside the work. What a repository's settings say holds for its own sessions alone. */
function removeOld(
  { setting }: LoadedSettings,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const { value: days, origins } = setting('cleanupPeriodDays') ?? { origins: [] };
  if (typeof days !== 'number') return;
  const isOfRepository = origins.some(({ source }) => source === 'project' || source === 'local');
  void removeOldSessions({ state: stateDirectory(env), days, ...(isOfRepository && { cwd }) });
}
