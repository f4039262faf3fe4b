import { join } from 'node:path';
import { DefinitionFiles, type AgentHooks } from '@sluice/agent';
import { createContextFileGate } from '@sluice/core';
import { problemText, type LoadedSettings } from '@sluice/settings';
import type { SessionFacts } from '../options/about-session.ts';
import type { SessionParts } from '../parts/session-parts.ts';
import type { LocalRuntime } from '../runtime/local-runtime.ts';
import { openRuntime } from '../runtime/open-runtime.ts';
import { absentForModel } from './absent-for-model.ts';
import { createAgentBase, type AgentBase } from './agent-base.ts';
import { agentHooks, sessionCrons } from './events/agent-hooks.ts';
import type { OpenAgentOptions } from './agent-options.ts';
import { AgentTree } from './agent-tree.ts';
import { askAboutPage } from './beside/ask-about-page.ts';
import { assembleAgent } from './assemble-agent.ts';
import type { AgentError, AssembledAgent, OpenedAgent } from './assembled-agent.ts';
import { hookJudges } from './beside/hook-judges.ts';
import {
  instructionFinders,
  NO_INSTRUCTIONS,
  reportInstructions,
  type Instructions,
} from './texts/find-instructions.ts';
import { createLateSessionInfo } from './stored/late-session-info.ts';
import { promptOptions, roleOf, type MainRole } from './main-role.ts';
import { ignoredModelSettings } from './model/ignored-model-settings.ts';
import { planWayWith } from '../plan/plan-notes.ts';
import { modelOfType } from './model/model-of-type.ts';
import {
  closePrepared,
  mainProviders,
  mainThinking,
  openMainModel,
  type PreparedModel,
} from './model/main-model.ts';
import type { AgentModel, OpenedModel } from './model/open-model.ts';
import { movedInstructions } from './texts/moved-instructions.ts';
import { nestedInstructions } from './texts/nested-instructions.ts';
import { openConversation } from './open-conversation.ts';
import { removeOld } from './stored/remove-old.ts';
import { sampleModel } from './beside/sample-model.ts';
import { searchWithModel } from './beside/search-with-model.ts';
import { hooksProblem } from '../hooks/hooks-problem.ts';
import { startAdvisor } from './beside/start-advisor.ts';
import { preloadSkills } from './sub-agents/open/preload-skills.ts';
import { SubAgents } from './sub-agents/sub-agents.ts';
import { openOutputStyle } from './texts/output-style.ts';
import { systemTexts } from './texts/system-texts.ts';
import { toolLoading } from './tool-loading.ts';

/** Opens the agent that talks to the user. */
export async function openMainAgent(
  given: SessionParts,
  options: OpenAgentOptions,
  prepared?: PreparedModel,
): Promise<OpenedAgent> {
  const subAgents = given.subAgents === undefined ? undefined : openSubAgents(given);
  const found = await roleOf(given, options, subAgents);
  if (found.ok) return new MainOpening(options, found.role, subAgents, prepared).open();
  closePrepared(prepared);
  return { ok: false, error: { code: 'no-agent-type', message: found.message } };
}

/** Begins the session, then opens its main agent. */
class MainOpening {
  readonly #options: OpenAgentOptions;
  readonly #role: MainRole;
  readonly #parts: SessionParts;
  readonly #loaded: LoadedSettings;
  readonly #subAgents: SubAgents | undefined;
  readonly #tree: AgentTree;
  readonly #warn: (text: string) => void;
  #opened: OpenedModel | undefined;

  constructor(
    options: OpenAgentOptions,
    role: MainRole,
    subAgents: SubAgents | undefined,
    prepared: PreparedModel | undefined,
  ) {
    const { loaded } = role.parts.permission;
    this.#options = options;
    this.#role = role;
    this.#parts = role.parts;
    this.#loaded = loaded;
    this.#subAgents = subAgents;
    this.#warn = options.warn ?? (() => {});
    this.#opened = prepared?.opened;
    this.#tree = new AgentTree(
      prepared?.providers ?? mainProviders(options, loaded),
      toolLoading(options.toolLoading, loaded, process.env),
      options.maxBudgetUsd,
    );
  }

  async open(): Promise<OpenedAgent> {
    const ignored = ignoredModelSettings(this.#loaded);
    const failure = await this.#begin();
    if (failure !== undefined) {
      const code = failure.code === 'interrupted' ? 'interrupted' : 'stopped-by-hook';
      return this.#refuse(code, failure.message);
    }
    const { cwd, resumedWorktree, events } = this.#parts;
    const start = resumedWorktree?.directory ?? cwd;
    events.contextChanged({ cwd }, { cwd: start });
    const found = await this.#model();
    if (!found.ok) {
      // An ignored setting may be exactly what is missing.
      const leftOut = this.#loaded.problems.map(problemText);
      return this.#refuse('no-model', [found.message, ...leftOut, ...ignored].join('\n'));
    }
    const { agent, note } = await this.#assemble(found.model, start, ignored);
    const problem = await startAdvisor(agent, this.#options.advisorModel, this.#loaded, process.env);
    if (problem !== undefined) this.#warn(problem);
    this.#connect(agent);
    note({ model: agent.provider.model, title: agent.runtime.agent.startTitle });
    if (this.#options.stored?.directory !== undefined) removeOld(this.#parts, process.env);
    return { ok: true, agent };
  }

  #refuse(code: AgentError['code'], message: string): OpenedAgent {
    if (this.#opened?.ok === true) this.#opened.model.provider.close();
    void this.#role.close();
    return { ok: false, error: { code, message } };
  }

  async #model(): Promise<OpenedModel> {
    const [options, settings, { telemetry }] = [this.#options, this.#loaded, this.#parts];
    const context = { providers: this.#tree.providers, settings, telemetry };
    const ofType = (): string | undefined =>
      options.model === undefined ? modelOfType(this.#role.type, settings, this.#warn) : undefined;
    return (this.#opened ??= await openMainModel(options, context, ofType()));
  }

  #begin(): ReturnType<SessionParts['begin']> {
    const { setup, signal, stored, isCleared } = this.#options;
    return this.#parts.begin({
      setup,
      signal,
      aboutSession: async () => ({
        isFork: stored?.isFork === true,
        isCleared: isCleared === true,
        ...factsOf(stored?.title(), await this.#model()),
      }),
    });
  }

  #base(model: AgentModel): AgentBase {
    const { asker, extension } = this.#options;
    return createAgentBase({
      tree: this.#tree,
      model,
      thinking: mainThinking(this.#options, this.#loaded, this.#role.type?.effort),
      identity: undefined,
      depth: 0,
      hasAsker: asker !== undefined,
      permission: this.#parts.permission,
      pool: this.#parts.pool,
      parts: this.#parts,
      own: extension,
    });
  }

  /**
   * The engine settles what a resumed conversation left open before the conversation is read, and later asks
   * it which results are still in it.
   */
  #runtime({ extension, conversation, loadHint }: AgentBase): LocalRuntime {
    return openRuntime(this.#parts, {
      ...this.#options,
      extension,
      messages: () => conversation()?.messages ?? [],
      loadHint,
      attachesTexts: false,
      isStanding: (messageId, callId) => conversation()?.isStanding(messageId, callId) === true,
    });
  }

  async #assemble(
    model: AgentModel,
    start: string,
    ignored: readonly string[],
  ): Promise<{ readonly agent: AssembledAgent; readonly note: Note }> {
    const options = this.#options;
    const parts = this.#parts;
    const { stored } = options;
    const role = this.#role;
    const { type } = role;
    parts.search.connectModel(model.provider.searchesWeb ?? 'no');
    const base = this.#base(model);
    const runtime = this.#runtime(base);
    const opened = await openConversation(runtime, parts.session.resume !== undefined);
    const preloaded = await this.#preload(runtime, opened.conversation.messages.length === 0);
    const finder =
      options.readsInstructions === false
        ? () => NO_INSTRUCTIONS
        : instructionFinders(parts.permission, runtime.agent.contextFiles, process.env);
    const read = (directory: string): Instructions => finder(directory).start;
    const instructions = read(start);
    const nested = nestedInstructions(parts, () => finder(parts.worktree?.directory ?? parts.cwd));
    const instructionsReported = reportInstructions(instructions, parts.hooks, start);
    const { note, flush } = createLateSessionInfo((changes) => stored?.note(changes));
    parts.beforeEnd(flush);
    const shown = absentForModel(parts, model.provider);
    const { contextFiles } = runtime.agent;
    const style = await openOutputStyle(options.systemPrompt, parts, contextFiles, process.env);
    const unread = [...instructions.problems, ...style.problems];
    const agent = assembleAgent({
      ...{ base, parts, runtime, opened },
      prompt: systemTexts(start, promptOptions(options, this.#role, style.text), instructions),
      outputStyle: style,
      hooks: this.#hooks(runtime, note),
      notes: this.#subAgents?.mainNotes,
      movedInstructions: movedInstructions(parts, { start, given: instructions, read }),
      nestedInstructions: nested,
      instructionFiles: () => [...instructions.files, ...nested.files],
      maxTurns: options.maxTurns ?? type?.maxTurns,
      taskTokens: options.taskTokens,
      output: options.output,
      planWay: planWayWith(parts.pool),
      promptOrigin: 'person',
      initialPrompt: type?.initialPrompt,
      transcriptPath: join(parts.session.directory, 'journal.jsonl'),
      changed: (name) => stored?.note({ model: name }),
      spentBefore: options.spentUsd,
      preloaded: preloaded.texts,
      async close() {
        model.provider.close();
        await role.close();
      },
      notices: [...parts.notices, ...shown, ...ignored, ...unread, ...role.notices, ...preloaded.notes],
      shownNotices: [...unread, ...shown],
      instructionsReported,
    });
    return { agent, note };
  }

  /** The skills of its definition, for a conversation that begins. */
  async #preload(runtime: LocalRuntime, isNew: boolean): ReturnType<typeof preloadSkills> {
    const { skills = [], name = '' } = (isNew ? this.#role.type : undefined) ?? {};
    const { texts, notes } = await preloadSkills(skills, this.#parts.skills, { runtime });
    return { texts, notes: notes.map((note) => `Agent ${name}: ${note}`) };
  }

  #hooks(runtime: LocalRuntime, note: Note): AgentHooks {
    const hooks = agentHooks(
      runtime.agent,
      () => ({ cwd: runtime.session.cwd }),
      note,
      () => factsOf(this.#options.stored?.title(), this.#opened),
      undefined,
      () => sessionCrons(this.#parts),
      this.#options.isHeadless === false ? 'user' : 'sdk',
    );
    return withUser(hooks, () => {
      this.#parts.hooks.facts.promptBegan();
      this.#subAgents?.userSpoke();
    });
  }

  /** Gives parts of the session, which were opened before there was an agent, the model that they ask. */
  #connect(agent: AssembledAgent): void {
    const { hookModels, serverModel, modelSearch, pageReader, messages, hooks } = this.#parts;
    this.#subAgents?.connect(agent);
    hooks.facts.connectEffort(() => agent.thinking?.effort);
    hookModels?.connect(hookJudges(agent));
    serverModel?.connect(sampleModel(agent));
    modelSearch?.connect((request) => searchWithModel(agent, request));
    pageReader?.connect((question) => askAboutPage(agent, question));
    messages.connect((listener) => agent.onMessage(listener));
  }
}

type Note = ReturnType<typeof createLateSessionInfo>['note'];

function openSubAgents(parts: SessionParts): SubAgents {
  const { policy, state, loaded } = parts.permission;
  const gate = createContextFileGate({ policy, current: state.current, isTrusted: loaded.trusts });
  return new SubAgents(parts, new DefinitionFiles(gate, hooksProblem));
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

function factsOf(title: string | undefined, used: OpenedModel | undefined): SessionFacts {
  return { title, model: used?.ok === true ? used.model.provider.model : undefined };
}
