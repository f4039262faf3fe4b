import { join } from 'node:path';
import {
  agentModelRefusal,
  DefinitionFiles,
  removeOldSessions,
  stateDirectory,
  type AgentDefinition,
  type AgentHooks,
} from '@sluice/agent';
import { createContextFileGate } from '@sluice/core';
import { problemText, type LoadedSettings } from '@sluice/settings';
import type { SessionFacts } from '../options/about-session.ts';
import type { SessionParts } from '../parts/session-parts.ts';
import { openRuntime } from '../runtime/open-runtime.ts';
import { createAgentBase } from './agent-base.ts';
import { agentHooks, sessionCrons } from './agent-hooks.ts';
import type { OpenAgentOptions } from './agent-options.ts';
import { AgentTree } from './agent-tree.ts';
import { askAboutPage } from './ask-about-page.ts';
import { assembleAgent } from './assemble-agent.ts';
import type { AgentError, AssembledAgent, OpenedAgent } from './assembled-agent.ts';
import type { OpenChildOptions } from './child-options.ts';
import { sampleModel } from './sample-model.ts';
import { hookJudges } from './hook-judges.ts';
import { findInstructions, reportInstructions, type Instructions } from './instructions.ts';
import { createLateNotes } from './late-notes.ts';
import { ignoredModelSettings } from './model/ignored-model-settings.ts';
import { modelEnvironment } from './model/model-environment.ts';
import { openModel, openProviders, type OpenedModel } from './model/open-model.ts';
import { AgentThinking } from './model/agent-thinking.ts';
import { thinkingOptions } from './model/thinking-options.ts';
import { movedInstructions } from './moved-instructions.ts';
import { openChildAgent } from './open-child-agent.ts';
import { openConversation } from './open-conversation.ts';
import { toolLoading } from './tool-loading.ts';

import { COORDINATOR_PROMPT, coordinatorPool } from './sub-agents/coordinator.ts';
import { mainType, openableTypes } from './sub-agents/main-type.ts';
import { SubAgents } from './sub-agents/sub-agents.ts';
import { searchWithModel } from './search-with-model.ts';
import { sweepLater } from '../worktree/sweep-later.ts';
import { systemTexts } from './system-texts.ts';

/** Switches the advisor off whatever is set. */
const NO_ADVISOR = 'CLAUDE_CODE_DISABLE_ADVISOR_TOOL';

/**
 * Opens an agent in a session: its engine, model, instructions, and conversation. The first agent begins the
 * session, which runs its start hooks. The parts outlive the agent: the caller must dispose of them,
 * even after an error. With `parent`, the agent shares that agent's permission and budget.
 */
export function openAgent(
  parts: SessionParts,
  options: OpenAgentOptions | OpenChildOptions = {},
): Promise<OpenedAgent> {
  return 'parent' in options ? openChildAgent(options) : openMainAgent(parts, options);
}

async function openMainAgent(given: SessionParts, options: OpenAgentOptions): Promise<OpenedAgent> {
  const { stored, warn = () => {} } = options;
  const { cwd, permission, session } = given;
  const { loaded } = permission;
  const env = process.env;
  const subAgents = given.subAgents === undefined ? undefined : openSubAgents(given);
  const typeName = options.agentType ?? loaded.setting('agent')?.value;
  const typed =
    typeName === undefined || subAgents === undefined
      ? undefined
      : mainType(typeName, await subAgents.types(), given);
  if (typed?.ok === false) {
    const where = options.agentType === undefined ? 'The setting "agent" is invalid: ' : '';
    return { ok: false, error: { code: 'no-agent-type', message: `${where}${typed.message}` } };
  }
  const type = typed?.definition;
  const isCoordinator = given.subAgents?.isCoordinator === true;
  const parts = isCoordinator ? coordinating(typed?.parts ?? given, subAgents) : (typed?.parts ?? given);
  if (type !== undefined) subAgents?.limitTypes(openableTypes(type));
  const loading = toolLoading(options.toolLoading, loaded, env);
  const wantsLateTools = loading.loading === 'reference';
  const tree = new AgentTree(
    openProviders({ baseUrl: options.baseUrl, wantsLateTools, settings: loaded, env, warn }),
    loading,
    options.maxBudgetUsd,
  );
  let model: OpenedModel | undefined;
  const modelOf = async (): Promise<OpenedModel> =>
    (model ??= await openModel({
      model: options.model ?? modelOfType(type, warn),
      providers: tree.providers,
      needsPrice: options.maxBudgetUsd !== undefined,
      settings: loaded,
      fallbacks: options.fallbackModels,
      observe: given.telemetry?.agent(undefined).request,
    }));
  const ignored = ignoredModelSettings(loaded);
  const refuse = (code: AgentError['code'], message: string): OpenedAgent => {
    if (model?.ok === true) model.model.provider.close();
    return { ok: false, error: { code, message } };
  };

  const startFailure = await parts.begin({
    setup: options.setup,
    signal: options.signal,
    aboutSession: async () => ({
      isFork: stored?.isFork === true,
      isCleared: options.isCleared === true,
      ...factsOf(stored?.title(), await modelOf()),
    }),
  });
  if (startFailure !== undefined) {
    return refuse(
      startFailure.code === 'interrupted' ? 'interrupted' : 'stopped-by-hook',
      startFailure.message,
    );
  }
  const { resumedWorktree } = parts;
  const start = resumedWorktree?.directory ?? cwd;
  parts.events.contextChanged({ cwd }, { cwd: start });
  const found = await modelOf();
  if (!found.ok) {
    // An ignored setting may be exactly what is missing.
    const leftOut = loaded.problems.map(problemText);
    return refuse('no-model', [found.message, ...leftOut, ...ignored].join('\n'));
  }
  const { provider } = found.model;

  const base = createAgentBase({
    tree,
    model: found.model,
    thinking: new AgentThinking(
      thinkingOptions({
        option: options.effort ?? type?.effort,
        tokens: options.thinkingTokens,
        env: modelEnvironment(loaded, env),
        setting: loaded.setting('effortLevel')?.value,
        warn,
      }),
    ),
    identity: undefined,
    depth: 0,
    hasAsker: options.asker !== undefined,
    permission,
    pool: parts.pool,
    own: options.extension,
  });
  // The engine settles what a resumed conversation left open before the conversation is read, and later asks
  // it which results are still in it.
  const runtime = openRuntime(parts, {
    ...options,
    extension: base.extension,
    messages: () => base.conversation()?.messages ?? [],
    loadHint: base.loadHint,
    attachesTexts: false,
    isStanding: (messageId, callId) => base.conversation()?.isStanding(messageId, callId) === true,
  });
  const conversation = await openConversation(runtime, session.resume !== undefined);

  const readIn = (directory: string): Instructions =>
    options.readsInstructions === false
      ? { files: [], problems: [] }
      : findInstructions({ cwd: directory, permission }, runtime.agent.contextFiles, env);
  const instructions = readIn(start);
  const instructionsReported = reportInstructions(instructions, parts.hooks, start);
  const { note, flush } = createLateNotes((changes) => stored?.note(changes));
  parts.beforeEnd(flush);
  const agent = assembleAgent({
    base,
    parts,
    runtime,
    opened: conversation,
    prompt: systemTexts(
      start,
      appending(resumedWorktree?.text, asCoordinator(ofType(options, type), isCoordinator)),
      instructions,
    ),
    hooks: withUser(
      agentHooks(
        runtime.agent,
        () => ({ cwd: runtime.session.cwd }),
        note,
        () => factsOf(stored?.title(), found),
        undefined,
        () => sessionCrons(parts),
      ),
      () => subAgents?.userSpoke(),
    ),
    notes: subAgents?.mainNotes,
    movedInstructions: movedInstructions(parts, { start, given: instructions, read: readIn }),
    maxTurns: options.maxTurns ?? type?.maxTurns,
    output: options.output,
    promptOrigin: 'person',
    initialPrompt: type?.initialPrompt,
    transcriptPath: join(session.directory, 'journal.jsonl'),
    changed: (name) => stored?.note({ model: name }),
    spentBefore: options.spentUsd,
    close: async () => provider.close(),
    notices: [...parts.notices, ...ignored, ...instructions.problems],
    shownNotices: instructions.problems,
    instructionsReported,
  });
  const advisorProblem = await startAdvisor(agent, options.advisorModel, loaded, env);
  if (advisorProblem !== undefined) warn(advisorProblem);
  subAgents?.connect(agent);
  parts.hookModels?.connect(hookJudges(agent));
  parts.serverModel?.connect(sampleModel(agent));
  parts.modelSearch?.connect((request) => searchWithModel(agent, request));
  if (provider.searchesWeb === 'yes') parts.offerModelSearch();
  parts.pageReader?.connect((question) => askAboutPage(agent, question));
  parts.messages.connect((listener) => agent.onMessage(listener));
  note({ model: provider.model, title: runtime.agent.startTitle });
  if (stored?.directory !== undefined) removeOld(parts, env);
  return { ok: true, agent };
}

function openSubAgents(parts: SessionParts): SubAgents {
  const { policy, state, loaded } = parts.permission;
  const gate = createContextFileGate({ policy, current: state.current, isTrusted: loaded.trusts });
  return new SubAgents(parts, new DefinitionFiles(gate));
}

/** The system prompt of a definition takes the place of the built-in one, unless the options have their own. */
function ofType(options: OpenAgentOptions, type: AgentDefinition | undefined): OpenAgentOptions {
  if (type?.prompt === undefined || options.systemPrompt !== undefined) return options;
  return { ...options, systemPrompt: type.prompt, addsEnvironment: true };
}

/** The session with the tools of a coordinator; its workers have those of `parts`. */
function coordinating(parts: SessionParts, subAgents: SubAgents | undefined): SessionParts {
  subAgents?.coordinate(parts.pool);
  return {
    ...parts,
    pool: coordinatorPool(parts.pool),
    get mcp() {
      return parts.mcp;
    },
  };
}

function asCoordinator(options: OpenAgentOptions, isCoordinator: boolean): OpenAgentOptions {
  return isCoordinator ? appending(COORDINATOR_PROMPT, options) : options;
}

/** `text` comes before what the options add to the system prompt. */
function appending(text: string | undefined, options: OpenAgentOptions): OpenAgentOptions {
  if (text === undefined) return options;
  const { appendSystemPrompt: appended } = options;
  return { ...options, appendSystemPrompt: appended === undefined ? text : `${text}\n\n${appended}` };
}

/** The same hooks; `spoke` is called for each message of the user. */
function withUser(hooks: AgentHooks, spoke: () => void): AgentHooks {
  return {
    ...hooks,
    submitted(prompt, signal) {
      spoke();
      return hooks.submitted(prompt, signal);
    },
  };
}

function factsOf(title: string | undefined, used: OpenedModel): SessionFacts {
  return { title, model: used.ok ? used.model.provider.model : undefined };
}

/** Removes expired sessions and unused worktrees alongside the work. A repository's settings apply only to its own. */
function removeOld(
  { cwd, permission, tell }: SessionParts,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const { setting } = permission.loaded;
  const { value: days, origins } = setting('cleanupPeriodDays') ?? { origins: [] };
  if (days === undefined) return;
  const isOfRepository = origins.some(({ source }) => source === 'project' || source === 'local');
  void removeOldSessions({ state: stateDirectory(env), days, cwd: isOfRepository ? cwd : undefined });
  sweepLater({ cwd, days, tell });
}

/** Switches on what the options or the settings name; a sentence: why it can't be used. */
async function startAdvisor(
  { advisor }: AssembledAgent,
  option: string | undefined,
  loaded: LoadedSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const model = option ?? loaded.setting('advisorModel')?.value;
  if (model === undefined || (env[NO_ADVISOR] ?? '') !== '') return undefined;
  const problem = await advisor?.change(model);
  return problem === undefined ? undefined : `There is no advisor: ${problem}`;
}

/** The model that the definition of the main agent names, if it may. */
function modelOfType(type: AgentDefinition | undefined, warn: (text: string) => void): string | undefined {
  const { model } = type ?? {};
  if (type === undefined || model === undefined || model === 'inherit') return undefined;
  const refusal = agentModelRefusal(model, type, undefined);
  if (refusal === undefined) return model;
  warn(`The model ${model} of the agent ${type.name} is not used: ${refusal}.`);
  return undefined;
}
