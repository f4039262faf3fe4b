import { join } from 'node:path';
import { errorText } from '@sluice/base';
import {
  AGENT_TYPES_TITLE,
  createOutputTool,
  isFork,
  TailList,
  type AgentDefinition,
  type AgentProgress,
  type AgentReport,
  type AgentTypes,
  type CallKey,
  type DefinitionFiles,
  type SendResult,
  type SentMessage,
  type SpawnCall,
  type Spawned,
  type SpawnRequest,
  type SubAgentInfo,
  type SubAgentPort,
  type TeamInfo,
} from '@sluice/agent';
import { systemClock, type CancelReason, type ToolPool } from '@sluice/core';
import { AGENTS_DIRECTORY } from '@sluice/host';
import type { TaskStopper } from '@sluice/tools';
import type { SessionParts } from '../../parts/session-parts.ts';
import { hasTeams } from '../../parts/has-teams.ts';
import type { AssembledAgent } from '../assembled-agent.ts';
import type { AgentNotes } from '../child-options.ts';
import { journaledEntry, openRun, type AgentEntry } from './agent-entry.ts';
import { agentLimits, type AgentLimits } from './agent-limits.ts';
import { AgentMessages } from './team/agent-messages.ts';
import { lostNotes, typesNotes } from './run/agent-notices.ts';
import { AgentOpener, type OpenedRun } from './open/agent-opener.ts';
import { AgentRoster } from './team/agent-roster.ts';
import type { AgentRun } from './run/agent-run.ts';
import { withNamedServers } from './types/named-servers.ts';
import type { StopTold } from './run/end-of-work.ts';
import { forkPool, forkPrompt } from './open/fork.ts';
import { LeaderAsks } from './team/leader-asks.ts';
import { withListedCommands } from './types/listed-commands.ts';
import { Mailbox } from './team/mailbox.ts';
import { modelsFor } from './open/models-for.ts';
import { filtered, planSpawn } from './open/plan-spawn.ts';
import { readAgentTypes } from './types/read-agent-types.ts';
import { ScriptAgents } from './script-agents.ts';
import { Team, type Teammate } from './team/team.ts';
import { teammateDefinition } from './team/teammate.ts';

const MAX_PER_PROMPT = 100;
/** So many times as many may be woken by messages: two agents that answer each other would go on without end. */
const WOKEN_PER_OPENED = 10;
/** Milliseconds that teammates get to end by themselves when the session ends. */
const TEAR_DOWN_MS = 10_000;
const CALL_INTERRUPTED = 'the call that waited for it was interrupted';

/** Opens the agents of one session, keeps them within their limits, and knows what has become of each. */
export class SubAgents implements SubAgentPort {
  readonly #parts: SessionParts;
  readonly #limits: AgentLimits;
  readonly #files: DefinitionFiles;
  /** Agents that may be opened after a message of the user before the user is asked. */
  readonly #maxPerPrompt: number;
  #openable: ReadonlySet<string> | undefined;
  readonly #roster: AgentRoster;
  readonly #progress = new Set<(progress: AgentProgress) => void>();
  readonly #mainList = new TailList(AGENT_TYPES_TITLE);
  #main: AssembledAgent | undefined;
  /** Calls of the Agent tool since the user's last message, without those that opened nothing. */
  #calls = new Map<string, number>();
  /** Agents that messages have woken since then. */
  #woken = 0;
  #running = 0;
  #lost: readonly AgentEntry[];
  readonly #team: Team | undefined;
  readonly #asks: LeaderAsks | undefined;
  /** Tools of workers. Undefined: the main agent does not coordinate. */
  #workers: ToolPool | undefined;
  readonly #scripts: ScriptAgents;
  readonly #messages: AgentMessages;
  readonly #opener: AgentOpener;

  constructor(parts: SessionParts, files: DefinitionFiles) {
    this.#parts = parts;
    this.#files = files;
    this.#maxPerPrompt = parts.permission.loaded.setting('agents.maxPerPrompt')?.value ?? MAX_PER_PROMPT;
    this.#limits = agentLimits(parts.env, parts.tell);
    this.#team = hasTeams(parts.env)
      ? new Team(parts.sessionId ?? parts.session.directory, (id) => this.#planApproved(id))
      : undefined;
    this.#roster = new AgentRoster(this.#team);
    for (const journaled of parts.session.agents)
      this.#roster.add(journaledEntry(journaled, this.#team !== undefined && journaled.isTeammate));
    this.#lost = this.#roster.all().filter(({ state }) => state === 'lost');
    this.#scripts = new ScriptAgents({
      main: () => {
        if (this.#main === undefined) throw new Error('The session has no agent.');
        return this.#main.runtime;
      },
      hooks: () => parts.hooks.hooks(),
      spawn: (request, call) => this.#spawnAllowed(request, call),
    });
    this.#asks = parts.subAgents?.isCoordinator === true ? this.#leaderAsks() : undefined;
    this.#messages = new AgentMessages({
      roster: this.#roster,
      team: this.#team,
      mailbox: new Mailbox(parts.session.journal, parts.session.unread),
      main: () => this.#main,
      asks: this.#asks,
      resume: (entry, said) => this.#resume(entry, said),
    });
    this.#opener = new AgentOpener({
      parts,
      limits: this.#limits,
      team: this.#team,
      outputPath: (id) => this.#outputPath(id),
      liveNames: () => this.#roster.liveNames(),
      typesNotes: (known, list, pool, messages) =>
        typesNotes(async () => known ?? this.types(), list, { own: pool, all: this.#parts.pool }, messages),
      onProgress: (progress) => {
        for (const listener of this.#progress) listener(progress);
      },
      askerAround: this.#asks && ((person) => this.#asks?.asker(person)),
      planToLeader: async (id, plan) => {
        const fields = { type: 'plan_approval_request', plan };
        const sent = await this.send({ to: 'main', text: '', fields, summary: undefined, from: id });
        return sent.ok ? undefined : sent.message;
      },
      deliverUnread: (agent, id) => this.#messages.deliverUnread(agent, id),
    });
  }

  /** The main agent has fewer tools than its workers: these. */
  coordinate(workers: ToolPool): void {
    this.#workers = workers;
  }

  /** Its own policy is that of an engine with the workers' tools and the main agent's permission. */
  #leaderAsks(): LeaderAsks {
    return new LeaderAsks({
      send: (text, fields, from) =>
        this.#messages.send({ ...{ to: 'main', text, fields, from }, summary: undefined }),
      decide: (call) => {
        const main = this.#main;
        if (main === undefined) throw new Error('The session has no agent.');
        const own = main.runtime.fork({
          agent: { id: 'leader', type: 'main', parentCallId: undefined },
          tools: this.#workers ?? main.runtime.pool,
          permission: this.#parts.permission.state,
        });
        return own.decide(call);
      },
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    });
  }

  /** It leaves plan mode for the leader's mode, which is plan mode as long as the leader is in it. */
  #planApproved(id: string): string | undefined {
    const entry = this.#roster.get(id);
    const main = this.#main;
    if (entry === undefined || main === undefined) return 'The session has no agent.';
    const written = this.#parts.session.journal?.append({
      ...{ v: 1, time: systemClock.wallTime(), type: 'agent-plan-approved', agentId: id },
    });
    if (written?.ok === false)
      return `The approval could not be stored, so it does not count: ${written.message}`;
    entry.isPlanApproved = true;
    const { mode } = main.runtime.permission.current();
    openRun(entry)?.agent.parts.permission.state.update({ mode });
    return undefined;
  }

  connect(main: AssembledAgent): void {
    this.#main = main;
    this.#parts.subAgents?.port.connect(this);
    this.#messages.deliverUnread(main, undefined);
  }

  /** The user has sent a message: agents started earlier no longer count. */
  userSpoke(): void {
    this.#calls = new Map();
    this.#woken = 0;
  }

  async types(): Promise<AgentTypes> {
    const { cwd, permission, env, subAgents: options = {} } = this.#parts;
    const types = await readAgentTypes({
      ...{ cwd, permission, env, files: this.#files, options },
      managed: this.#parts.subAgents?.managedDirectories,
    });
    const only = this.#openable;
    return only === undefined
      ? types
      : { ...types, definitions: types.definitions.filter(({ name }) => only.has(name)) };
  }

  /** The main agent may open these types only. */
  limitTypes(only: ReadonlySet<string> | undefined): void {
    this.#openable = only;
  }

  whyAsk(call: CallKey): string | undefined {
    const key = keyOf(call);
    const rank = this.#calls.get(key) ?? this.#calls.size + 1;
    this.#calls.set(key, rank);
    if (rank <= this.#maxPerPrompt) return undefined;
    const many = this.#maxPerPrompt === 1 ? 'One agent has' : `${this.#maxPerPrompt} agents have`;
    return `${many} been opened since the last message of the user`;
  }

  /** Notes for the main agent's model, before its next request. */
  readonly mainNotes: AgentNotes = async (messages) => {
    const lost = this.#lost;
    this.#lost = [];
    const all = this.#parts.pool;
    const pools = { own: this.#main?.runtime.pool ?? all, all };
    return [
      ...(await lostNotes(lost, this.#parts.session)),
      ...(await typesNotes(() => this.types(), this.#mainList, pools, messages)),
    ];
  };

  spawn(request: SpawnRequest, call: SpawnCall): Promise<Spawned> {
    return request.isOfWorkflow === true
      ? this.#scripts.spawn(request, call)
      : this.#spawnAllowed(request, call);
  }

  async #spawnAllowed(request: SpawnRequest, call: SpawnCall): Promise<Spawned> {
    const opener = this.#roster.get(call.agentId);
    const parent = opener === undefined ? this.#main : opener.run?.agent;
    if (parent === undefined)
      return { status: 'refused', code: 'no-agent', message: 'The agent that makes this call has ended.' };
    const types = await this.types();
    const planned = planSpawn(request, call, {
      types,
      limits: this.#limits,
      running: this.#running,
      hasTeam: this.#team !== undefined,
      workers: this.#workers,
      opener,
      parent,
      freeName: (wanted) => this.#roster.freeName(wanted),
    });
    if (planned.status === 'refused') {
      this.#calls.delete(keyOf(call));
      return planned;
    }
    const { entry, pool, definition, isIsolated } = planned;
    const releaseName = this.#roster.reserve(entry.name);
    this.#running += 1;
    const opening = this.#opener.open({
      entry,
      parent,
      pool,
      definitions: [definition],
      ...modelsFor(request, definition, parent, this.#parts.env),
      effort: entry.effort ?? definition.effort,
      messageId: call.messageId,
      isResumed: false,
      types,
      isIsolated,
      output: request.schema && createOutputTool(request.schema),
    });
    const opened = await opening.catch((error: unknown) => {
      this.#running -= 1;
      releaseName();
      throw error;
    });
    releaseName();
    if (!opened.ok) {
      this.#running -= 1;
      return {
        status: 'refused',
        code: 'not-started',
        message: `The agent could not be started: ${opened.message}`,
      };
    }
    this.#roster.add(entry);
    const { run } = opened;
    const { isolated, handsPlan } = opened;
    const prompt = isFork(definition)
      ? forkPrompt(request.prompt, { notice: isolated?.notice, handsPlan })
      : request.prompt;
    const report = this.#work(entry, opened, prompt);
    if (entry.isBackground) return this.#launched(entry, run, request.name);
    return this.#wait(entry, run, report, call, request.isOfWorkflow === true);
  }

  #launched(entry: AgentEntry, run: AgentRun, wanted = entry.name): Spawned {
    const { name } = entry;
    const taken = name === wanted ? [] : [`The name ${wanted} is taken, so it is called ${name}.`];
    const team = entry.isTeammate ? [`It is your teammate ${name}.`] : [];
    return {
      status: 'launched',
      agentId: entry.id,
      type: entry.type,
      model: run.agent.provider.model,
      outputFile: this.#outputPath(entry.id),
      notes: [...run.notes, ...taken, ...team],
    };
  }

  /** Waits for an agent in the foreground: until it ends, or moves to the background. */
  async #wait(
    entry: AgentEntry,
    run: AgentRun,
    report: Promise<AgentReport>,
    call: SpawnCall,
    staysInForeground: boolean,
  ): Promise<Spawned> {
    const onAbort = (): void => run.stop('program', CALL_INTERRUPTED, toldBy(call.signal));
    call.signal.addEventListener('abort', onAbort, { once: true });
    if (call.signal.aborted) onAbort();
    const unlisten = this.onProgress((progress) => {
      if (progress.agentId === entry.id) call.progress(progress);
    });
    const { autoBackgroundMs } = this.#limits;
    const timer =
      autoBackgroundMs === undefined || staysInForeground
        ? undefined
        : setTimeout(() => this.moveToBackground(entry.id), autoBackgroundMs).unref();
    const takeBack = staysInForeground
      ? () => {}
      : this.#parts.tasks.offerMove(call.callId, () => this.moveToBackground(entry.id));
    try {
      const ended = await call.idle(staysInForeground ? report : Promise.race([report, run.moved]));
      return ended === undefined ? this.#launched(entry, run) : { status: 'ended', report: ended };
    } finally {
      clearTimeout(timer);
      takeBack();
      unlisten();
      call.signal.removeEventListener('abort', onAbort);
    }
  }

  moveToBackground(id: string): boolean {
    const entry = this.#roster.get(id);
    if (entry?.run === undefined || !this.#parts.tasks.moveToBackground(id)) return false;
    entry.isBackground = true;
    entry.run.moveToBackground();
    return true;
  }

  onProgress(listener: (progress: AgentProgress) => void): () => void {
    this.#progress.add(listener);
    return () => void this.#progress.delete(listener);
  }

  list(): readonly SubAgentInfo[] {
    return this.#roster
      .all()
      .map(({ id, name, type, state, description, isBackground, depth, parentId, run }) => ({
        ...{ id, name, type, description, isBackground, depth, parentId },
        state:
          state === 'running' && run?.agent.activity === 'requires-action' ? 'waiting-for-approval' : state,
        transcriptPath: join(this.#parts.session.directory, AGENTS_DIRECTORY, id, 'journal.jsonl'),
      }));
  }

  team(): TeamInfo | undefined {
    const team = this.#team;
    if (team === undefined) return undefined;
    const isWorking = ({ id }: Teammate): boolean => openRun(this.#roster.get(id)) !== undefined;
    const names = (mates: readonly Teammate[]): readonly string[] => mates.map(({ name }) => name);
    return {
      name: team.name,
      members: names(team.members),
      working: names(team.members.filter(isWorking)),
    };
  }

  deleteTeam(): boolean {
    if (this.team()?.working.length !== 0) return false;
    for (const { id } of this.#team?.members ?? []) this.#team?.leave(id);
    return true;
  }

  async tearDown(signal: AbortSignal, graceMs = TEAR_DOWN_MS): Promise<void> {
    const working = (this.#team?.members ?? []).filter(
      ({ id }) => openRun(this.#roster.get(id)) !== undefined,
    );
    if (working.length === 0) return;
    const fields = { type: 'shutdown_request', reason: 'The session ends.' };
    const request = { text: '', fields, summary: undefined, from: undefined };
    await Promise.all(working.map(({ id }) => this.send({ ...request, to: id })));
    const { tasks } = this.#parts;
    const grace = AbortSignal.any([signal, AbortSignal.timeout(graceMs)]);
    await Promise.all(working.map(({ id }) => tasks.wait(id, grace)));
    await Promise.all(working.map(({ id }) => tasks.stop(id, 'program')));
  }

  send(message: SentMessage): Promise<SendResult> {
    return this.#messages.send(message);
  }

  /** An agent that has ended continues in the background, with its model, mode and depth. */
  async #resume(entry: AgentEntry, said: string): Promise<SendResult> {
    const refuse = (code: string, message: string): SendResult => ({ ok: false, code, message });
    const main = this.#main;
    if (main === undefined) return refuse('no-agent', 'The session has no agent.');
    if (this.#woken >= this.#maxPerPrompt * WOKEN_PER_OPENED)
      return refuse(
        'woken-too-often',
        `Messages have woken agents ${this.#woken} times since the last message of the user. Report what you have, and wait for the user.`,
      );
    this.#woken += 1;
    const definitions = entry.definitions ?? (await this.#definitionsOf(entry));
    if (typeof definitions === 'string') return refuse('no-definition', definitions);
    const isDeepest = entry.depth >= this.#limits.maxDepth;
    let pool: ToolPool = this.#workers ?? main.runtime.pool;
    definitions.forEach((definition, at) => {
      const isLast = at === definitions.length - 1;
      if (isFork(definition)) {
        pool = forkPool(pool);
        return;
      }
      const kept = filtered(pool, {
        definition: withNamedServers(definition),
        isBackground: true,
        isDeepest: isLast && isDeepest,
        isInPlanMode: false,
      });
      pool = withListedCommands(kept, definition, this.#parts.permission);
    });
    const { state: before } = entry;
    entry.state = 'running';
    entry.isBackground = true;
    const settled = Promise.withResolvers<void>();
    entry.closed = settled.promise;
    const releaseName = this.#roster.reserve(entry.name);
    this.#running += 1;
    try {
      const model = entry.model === main.provider.model ? undefined : entry.model;
      const opened = await this.#opener.open({
        entry,
        parent: main,
        pool,
        definitions,
        models: [model],
        effort: entry.effort ?? definitions.at(-1)?.effort,
        messageId: undefined,
        isResumed: true,
        isIsolated: entry.worktree !== undefined,
      });
      if (!opened.ok) {
        this.#running -= 1;
        entry.state = before;
        settled.resolve();
        return refuse('not-resumed', `The agent can't go on: ${opened.message}`);
      }
      const task = opened.isFresh ? entry.task : undefined;
      const prompt = task === undefined ? said : `${task}\n\n${said}`;
      void this.#work(entry, opened, prompt).then(() => settled.resolve());
      return { ok: true, deliveredTo: entry.id, resumed: true };
    } catch (error) {
      this.#running -= 1;
      entry.state = before;
      settled.resolve();
      throw error;
    } finally {
      releaseName();
    }
  }

  async #definitionsOf({
    chain,
    type,
    isTeammate,
  }: AgentEntry): Promise<readonly AgentDefinition[] | string> {
    const { definitions } = await this.types();
    const found = [...chain, type].map((name) => definitions.find((each) => each.name === name) ?? name);
    const missing = found.find((each) => typeof each === 'string');
    if (missing !== undefined) return `Its agent type ${JSON.stringify(missing)} no longer exists.`;
    const whole = found.filter((each) => typeof each !== 'string');
    return isTeammate ? whole.map(teammateDefinition) : whole;
  }

  #outputPath(id: string): string {
    return join(this.#parts.session.resultsDirectory, `agent-${id}.md`);
  }

  async #work(
    entry: AgentEntry,
    { run, task, preloaded, isolated }: OpenedRun,
    prompt: string,
  ): Promise<AgentReport> {
    const { agent } = run;
    const ended = (async (): Promise<AgentReport> => {
      const context = await this.#startHooks(entry, agent);
      for (const text of context) agent.parts.hooks.texts.deliver(text);
      const report = await run.work({
        content: [{ type: 'text', text: prompt }],
        origin: 'agent',
        following: preloaded,
      });
      entry.state = report.outcome;
      entry.stoppedBy = run.stoppedBy;
      if (report.outcome === 'stopped') await this.#stopBelow(entry.id, run.stoppedBy ?? 'program');
      const isByUser = report.outcome === 'stopped' && run.stoppedBy === 'person';
      await agent.close(isByUser ? 'stopped-by-user' : report.outcome);
      return isolated === undefined ? report : isolated.closeWith(report);
    })();
    entry.closed = ended.catch(() => {});
    try {
      const report = await ended;
      task.resolve({ report, by: run.stoppedBy });
      // After the call that waits for it, if there is one.
      void this.#messages.idle(entry, this.#parts.tasks.get(entry.id)?.agentId, report.outcome);
      return report;
    } catch (error) {
      entry.state = 'failed';
      const reason = errorText(error);
      task.resolve({ report: undefined, by: undefined, reason });
      throw error;
    } finally {
      this.#running -= 1;
      // It has a conversation and connections, and a session may open thousands of agents. A message opens it again.
      if (entry.run === run) entry.run = undefined;
    }
  }

  async #startHooks(entry: AgentEntry, agent: AssembledAgent): Promise<readonly string[]> {
    const hooks = agent.runtime.agent.dispatcher();
    if (hooks?.has('SubagentStart', entry.id) !== true) return [];
    const fields = { agent_id: entry.id, agent_type: entry.type };
    const { cwd } = agent.runtime.session;
    const verdict = await hooks.fire('SubagentStart', fields, { cwd, agent: agent.identity });
    return verdict.additionalContext;
  }

  /** Stopping an agent also stops the agents that it started. */
  async #stopBelow(id: string, by: TaskStopper): Promise<void> {
    const below = this.#roster.all().filter((entry) => entry.parentId === id && openRun(entry) !== undefined);
    for (const entry of below) openRun(entry)?.stop(by, 'the agent that opened it was stopped');
    await Promise.all(below.map((entry) => this.#parts.tasks.stop(entry.id, by)));
  }
}

/** What an agent is told when the call that waits for it ends. */
function toldBy({ reason }: AbortSignal): StopTold {
  const { kind } = (reason ?? {}) as Partial<CancelReason>;
  if (kind === 'user-cancel') return 'person';
  return kind === 'shutdown' ? kind : 'program';
}

function keyOf({ messageId, callId }: Pick<SpawnCall, 'messageId' | 'callId'>): string {
  return `${messageId}\n${callId}`;
}
