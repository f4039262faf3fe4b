import {
  assemblePool,
  deriveState,
  systemClock,
  type AgentIdentity,
  type AnyTool,
  type JournalEntry,
  type PermissionState,
  type ToolPool,
} from '@sluice/core';
import { waitingTexts } from '../hooks/waiting-texts.ts';
import { childPlanFile } from '../plan/plan-file.ts';
import type { Disposed, SessionParts } from '../parts/session-parts.ts';
import { localRuntime, type LocalRuntime } from '../runtime/local-runtime.ts';
import { createAgentBase, type AgentBase } from './agent-base.ts';
import type { AgentJournal } from './agent-journal.ts';
import type { AgentStatus } from './assembled-agent.ts';
import type { OpenChildOptions } from './child-options.ts';
import { AgentThinking } from './model/agent-thinking.ts';
import type { AgentModel } from './model/open-model.ts';
import { lastingMode } from './sub-agents/open/strictest-mode.ts';

/** Characters of a task that the journal keeps. */
const MAX_TASK = 100_000;

const NOTHING_ENDED: Disposed = { keptResults: undefined, endedTasks: [], lastEvents: [] };

type AgentEntry =
  Extract<JournalEntry, { readonly type: 'agent-began' | 'agent-ended' }> extends infer Entry
    ? Entry extends JournalEntry
      ? Omit<Entry, 'v' | 'time'>
      : never
    : never;

interface ChildSessionOptions {
  readonly options: OpenChildOptions;
  readonly identity: AgentIdentity;
  readonly journaled: AgentJournal;
  readonly model: AgentModel;
}

/** What an agent that another one opened has of its own in their session: engine, journal, model, permission, hooks. */
export class ChildSession {
  readonly parts: SessionParts;
  readonly base: AgentBase;
  readonly runtime: LocalRuntime;
  /** One line for each problem with its hooks. */
  readonly problems: readonly string[];
  /** How it ends, as the journal of its parent says. */
  status: AgentStatus = 'completed';
  readonly #of: ChildSessionOptions;
  readonly #unregister: () => void;
  #ended: Promise<Disposed> | undefined;

  static async open(of: ChildSessionOptions): Promise<ChildSession> {
    const { options, identity } = of;
    const { permission, hooks } = options.parent.parts;
    const planFile = childPlanFile(permission.state.current().planFile, identity.id);
    const state = deriveState(permission.state, { ...options, planFile });
    const effort = options.effort ?? options.parent.thinking?.effort;
    const scope = { agentId: identity.id, permissionMode: () => state.current().mode, effort };
    return new ChildSession(of, state, await hooks.register(scope, options.hooks));
  }

  private constructor(
    of: ChildSessionOptions,
    state: PermissionState,
    registered: Awaited<ReturnType<SessionParts['hooks']['register']>>,
  ) {
    this.#of = of;
    this.#unregister = registered.unregister;
    this.problems = registered.problems;
    this.parts = this.#ownParts(state);
    this.base = this.#ownBase();
    this.runtime = this.#ownRuntime(state);
    this.#noteBegin();
  }

  /** Absolute: where its journal is, or would be. */
  get transcriptPath(): string {
    return this.#of.journaled.path;
  }

  #ownParts(state: PermissionState): SessionParts {
    const { options, journaled } = this.#of;
    const around = options.parent.parts;
    const { journal, resume, setAside, lostLines } = journaled;
    return {
      ...around,
      // The session may get its first server while the agent works.
      get mcp() {
        return around.mcp;
      },
      cwd: options.worktree?.directory ?? around.cwd,
      resumedWorktree: undefined,
      worktree: options.worktree === undefined ? around.worktree : undefined,
      permission: { ...around.permission, state },
      pool: poolOf(options.tools ?? around.pool),
      session: { ...around.session, journal, resume, setAside, lostLines },
      hooks: { ...around.hooks, texts: waitingTexts() },
      notices: [],
      begin: () => Promise.resolve(undefined),
      dispose: () => (this.#ended ??= this.#end()),
    };
  }

  #ownBase(): AgentBase {
    const { options, identity, model } = this.#of;
    const { parent, effort } = options;
    return createAgentBase({
      tree: parent.tree,
      model,
      thinking: new AgentThinking(effort === undefined ? parent.thinking : { effort }),
      identity,
      depth: options.depth ?? parent.depth + 1,
      hasAsker: parent.hasAsker,
      permission: this.parts.permission,
      pool: this.parts.pool,
      parts: this.parts,
      ownServers: options.servers,
      own: options.extension,
    });
  }

  #ownRuntime(state: PermissionState): LocalRuntime {
    const { options, identity, journaled } = this.#of;
    const { parent, call } = options;
    const { conversation, extension, loadHint } = this.base;
    const { journal, resume, setAside, lostLines } = journaled;
    const forked = parent.runtime.fork({
      agent: identity,
      name: this.#name,
      // The main agent resumes it, whoever opened it.
      agentsAround: options.resume === true ? options.chain : undefined,
      cwd: options.worktree?.directory,
      parentMessageId: call?.messageId,
      tools: this.parts.pool,
      permission: state,
      askerAround: options.askerAround,
      journal,
      hooks: () => parent.parts.hooks.hooks(identity.id),
      extension,
      maxConcurrency: options.maxConcurrency,
      messages: () => conversation()?.messages ?? [],
      loadHint,
      isStanding: (messageId, callId) => conversation()?.isStanding(messageId, callId) === true,
      resume,
      isJournalDamaged: setAside + lostLines > 0,
      lostLines,
    });
    parent.parts.telemetry?.follow(forked.subscribe({ whenSlow: 'latest' }), identity);
    return localRuntime(forked, this.parts, identity);
  }

  get #name(): string {
    const { type, name = type } = this.#of.options;
    return name;
  }

  #noteBegin(): void {
    const { options, identity, model } = this.#of;
    const { task, call } = options;
    this.#write({
      type: 'agent-began',
      agentId: identity.id,
      agentType: options.type,
      model: model.provider.model,
      name: this.#name,
      description: options.description,
      task: task !== undefined && task.length <= MAX_TASK ? task : undefined,
      chain: options.chain,
      mode: lastingMode(this.parts.permission.state.current()),
      isTeammate: options.isTeammate === true ? true : undefined,
      worktree: options.worktree?.name ?? options.inheritedWorktree,
      messageId: call?.messageId,
      callId: call?.callId,
    });
  }

  async #end(): Promise<Disposed> {
    const { options, identity, journaled, model } = this.#of;
    this.#write(endOf(identity.id, this.status));
    this.#unregister();
    this.runtime.agent.wakeUps.close();
    options.parent.parts.tasks.disown(identity.id);
    model.provider.close();
    journaled.journal?.close();
    await options.closed?.();
    return NOTHING_ENDED;
  }

  #write(entry: AgentEntry): void {
    const { journal } = this.#of.options.parent.runtime.agent;
    void journal?.append({ v: 1, time: systemClock.wallTime(), ...entry });
  }
}

function poolOf(tools: readonly AnyTool[] | ToolPool): ToolPool {
  return 'tools' in tools ? tools : assemblePool({ builtIn: tools });
}

function endOf(agentId: string, status: AgentStatus): AgentEntry {
  return status === 'stopped-by-user'
    ? { type: 'agent-ended', agentId, status: 'stopped', isStoppedByUser: true }
    : { type: 'agent-ended', agentId, status };
}
