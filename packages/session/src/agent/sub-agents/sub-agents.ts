import { join } from 'node:path';
import {
  AGENT_TYPES_TITLE,
  createOutputTool,
  isFork,
  TailList,
  type AgentProgress,
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
import type { ToolPool } from '@sluice/core';
import type { SessionParts } from '../../parts/session-parts.ts';
import { hasTeams } from '../../parts/has-teams.ts';
import type { AssembledAgent } from '../assembled-agent.ts';
import type { AgentNotes } from '../child-options.ts';
import { journaledEntry, type AgentEntry } from './agent-entry.ts';
import { agentLimits, type AgentLimits } from './agent-limits.ts';
import { AgentOpener, type OpenedRun } from './open/agent-opener.ts';
import { forkPrompt } from './open/fork.ts';
import { modelsFor } from './open/models-for.ts';
import { planSpawn, type PlannedSpawn } from './open/plan-spawn.ts';
import { resumeAgent } from './resume-agent.ts';
import { PromptAllowance } from './prompt-allowance.ts';
import { lostNotes, typesNotes } from './run/agent-notices.ts';
import { AgentWork } from './agent-work.ts';
import { waitInForeground } from './run/foreground.ts';
import { launched } from './run/launched.ts';
import { ScriptAgents } from './script-agents.ts';
import { AgentMessages } from './team/agent-messages.ts';
import { AgentRoster } from './team/agent-roster.ts';
import { approvePlan } from './team/approve-plan.ts';
import { LeaderAsks, startTimer } from './team/leader-asks.ts';
import { leaderDecision } from './team/leader-decision.ts';
import { Mailbox } from './team/mailbox.ts';
import { Team } from './team/team.ts';
import { TeamMembers } from './team/team-members.ts';
import { OpenableTypes } from './types/openable-types.ts';

/** Opens the agents of one session, keeps them within their limits, and knows what has become of each. */
export class SubAgents implements SubAgentPort {
  readonly #parts: SessionParts;
  readonly #limits: AgentLimits;
  readonly #types: OpenableTypes;
  readonly #allowance: PromptAllowance;
  readonly #roster: AgentRoster;
  readonly #progress = new Set<(progress: AgentProgress) => void>();
  readonly #mainList = new TailList(AGENT_TYPES_TITLE);
  #main: AssembledAgent | undefined;
  #lost: readonly AgentEntry[];
  readonly #team: Team | undefined;
  readonly #asks: LeaderAsks | undefined;
  /** Tools of workers. Undefined: the main agent does not coordinate. */
  #workers: ToolPool | undefined;
  readonly #scripts: ScriptAgents;
  readonly #messages: AgentMessages;
  readonly #work: AgentWork;
  readonly #members: TeamMembers;

  constructor(parts: SessionParts, files: DefinitionFiles) {
    this.#parts = parts;
    this.#types = new OpenableTypes(parts, files);
    this.#allowance = new PromptAllowance(parts.permission.loaded.setting('agents.maxPerPrompt')?.value);
    this.#limits = agentLimits(parts.env, parts.tell);
    this.#team = hasTeams(parts.env)
      ? new Team(parts.sessionId ?? parts.session.directory, (id) =>
          approvePlan(this.#roster.get(id), this.#main, parts.session.journal),
        )
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
    const opener = new AgentOpener({
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
    const shared = { roster: this.#roster, tasks: parts.tasks };
    this.#work = new AgentWork({ ...shared, opener, messages: this.#messages });
    const send = (message: SentMessage): Promise<SendResult> => this.send(message);
    this.#members = new TeamMembers({ ...shared, team: this.#team, send });
  }

  /** The main agent has fewer tools than its workers: these. */
  coordinate(workers: ToolPool): void {
    this.#workers = workers;
  }

  #leaderAsks(): LeaderAsks {
    return new LeaderAsks({
      send: (text, fields, from) =>
        this.#messages.send({ ...{ to: 'main', text, fields, from }, summary: undefined }),
      decide: (call) => leaderDecision(call, this.#main, this.#workers, this.#parts.permission),
      after: startTimer,
    });
  }

  connect(main: AssembledAgent): void {
    this.#main = main;
    this.#parts.subAgents?.port.connect(this);
    this.#messages.deliverUnread(main, undefined);
  }

  /** The user has sent a message: agents started earlier no longer count. */
  userSpoke(): void {
    this.#allowance.userSpoke();
  }

  types(): Promise<AgentTypes> {
    return this.#types.read();
  }

  /** The main agent may open these types only. */
  limitTypes(only: ReadonlySet<string> | undefined): void {
    this.#types.limit(only);
  }

  whyAsk(call: CallKey): string | undefined {
    return this.#allowance.whyAsk(call);
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
      running: this.#work.running,
      hasTeam: this.#team !== undefined,
      workers: this.#workers,
      opener,
      parent,
      freeName: (wanted) => this.#roster.freeName(wanted),
    });
    if (planned.status === 'refused') {
      this.#allowance.takeBack(call);
      return planned;
    }
    const { entry, pool, definition, isIsolated } = planned;
    const opened = await this.#work.open({
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
    if (!opened.ok)
      return {
        status: 'refused',
        code: 'not-started',
        message: `The agent could not be started: ${opened.message}`,
      };
    return this.#begin(planned, opened, request, call);
  }

  async #begin(
    { entry, definition }: PlannedSpawn,
    opened: OpenedRun,
    request: SpawnRequest,
    call: SpawnCall,
  ): Promise<Spawned> {
    const { run, isolated, handsPlan } = opened;
    const prompt = isFork(definition)
      ? forkPrompt(request.prompt, { notice: isolated?.notice, handsPlan })
      : request.prompt;
    const report = this.#work.run(entry, opened, prompt);
    const outputFile = this.#outputPath(entry.id);
    if (entry.isBackground) {
      // Its task tells of a failure.
      report.catch(() => {});
      return launched(entry, run, outputFile, request.name);
    }
    const ended = await waitInForeground({
      ...{ run, report, call, agentId: entry.id, tasks: this.#parts.tasks },
      move: request.isOfWorkflow === true ? undefined : () => this.moveToBackground(entry.id),
      moveAfterMs: this.#limits.autoBackgroundMs,
      onProgress: (listener) => this.onProgress(listener),
    });
    return ended === undefined ? launched(entry, run, outputFile) : { status: 'ended', report: ended };
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
    return this.#roster.infos(this.#parts.session.directory);
  }

  team(): TeamInfo | undefined {
    return this.#members.info();
  }

  deleteTeam(): boolean {
    return this.#members.disband();
  }

  tearDown(signal: AbortSignal, graceMs?: number): Promise<void> {
    return this.#members.tearDown(signal, graceMs);
  }

  send(message: SentMessage): Promise<SendResult> {
    return this.#messages.send(message);
  }

  async #resume(entry: AgentEntry, said: string): Promise<SendResult> {
    const main = this.#main;
    if (main === undefined) return { ok: false, code: 'no-agent', message: 'The session has no agent.' };
    const tooOften = this.#allowance.wake();
    if (tooOften !== undefined) return { ok: false, code: 'woken-too-often', message: tooOften };
    return resumeAgent(entry, said, {
      main,
      tools: this.#workers ?? main.runtime.pool,
      work: this.#work,
      types: () => this.types(),
      maxDepth: this.#limits.maxDepth,
      permission: this.#parts.permission,
    });
  }

  #outputPath(id: string): string {
    return join(this.#parts.session.resultsDirectory, `agent-${id}.md`);
  }
}
