import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  AGENT_TYPES_TITLE,
  agentModelRefusal,
  agentTypeItem,
  DEFAULT_AGENT,
  type DefinitionFiles,
  explainNoTools,
  FilteredPool,
  TailList,
  whyLeftOut,
  type AgentDefinition,
  type AgentProgress,
  type AgentReport,
  type AgentTypes,
  type Attachment,
  type SendResult,
  type SentMessage,
  type SpawnCall,
  type Spawned,
  type SpawnRequest,
  type SubAgentInfo,
  type SubAgentPort,
  type SubAgentState,
  type TeamInfo,
  type ToolSelection,
} from '@sluice/agent';
import { nearestName } from '@sluice/base';
import {
  MODE_LOOSENESS,
  systemClock,
  type ModelMessage,
  type PermissionMode,
  type ToolPool,
} from '@sluice/core';
import { AGENTS_DIRECTORY } from '@sluice/host';
import type { TaskStopper } from '@sluice/tools';
import type { SessionParts } from '../../parts/session-parts.ts';
import { hasTeams } from '../../parts/has-teams.ts';
import type { AssembledAgent, OpenedAgent } from '../assembled-agent.ts';
import type { AgentNotes } from '../child-options.ts';
import { openChildAgent } from '../open-child-agent.ts';
import { agentLimits, type AgentLimits } from './agent-limits.ts';
import { AgentRun } from './agent-run.ts';

import { definitionHooks } from './definition-hooks.ts';
import { IsolatedWorktree } from './isolated-worktree.ts';
import { lastWords } from './last-words.ts';
import { Mailbox } from './mailbox.ts';
import { preloadSkills } from './preload-skills.ts';
import { readAgentTypes } from './read-agent-types.ts';
import { taskEnd } from './task-end.ts';
import { Team, type Teammate } from './team.ts';
import { beforeIdle, teammateDefinition, teammatePrompt } from './teammate.ts';

const MAX_PER_PROMPT = 100;
/** Messages that wait for one agent. */
const MAX_WAITING = 100;

/** An agent of this session, whether it works or not. */
interface Entry {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly depth: number;
  readonly parentId: string | undefined;
  /** Types of the agents around it, outermost first. */
  readonly chain: readonly string[];
  /** Its definition and those of the agents around it, outermost first. Undefined: an earlier program opened it. */
  readonly definitions: readonly AgentDefinition[] | undefined;
  /** The one it works with, which it keeps when a message wakes it. Undefined: it has not been opened yet. */
  model: string | undefined;
  /** What the call that opened it asked for. Undefined: what its definition says. */
  readonly effort: SpawnRequest['effort'];
  /** The call that opened it. */
  readonly callId: string | undefined;
  readonly isTeammate: boolean;
  /** Name of the worktree that it works in, its own or that of an agent around it. */
  readonly worktree: string | undefined;
  state: SubAgentState;
  isBackground: boolean;
  stoppedBy: TaskStopper | undefined;
  run: AgentRun | undefined;
  /** Settles when the run and its agent have ended. */
  closed: Promise<unknown>;
  /** Settles when it works again; a message wakes it. */
  waking?: Promise<SendResult> | undefined;
}

interface Opening {
  readonly entry: Entry;
  readonly parent: AssembledAgent;
  readonly pool: ToolPool;
  readonly definitions: readonly AgentDefinition[];
  readonly models: readonly (string | undefined)[];
  /** Why the model that was asked for is none of them. */
  readonly modelNote?: string | undefined;
  readonly effort: SpawnRequest['effort'];
  readonly messageId: string | undefined;
  readonly isResumed: boolean;
  /** It gets a worktree, rather than working where its parent does. */
  readonly isIsolated: boolean;
}

interface OpenedRun {
  readonly run: AgentRun;
  readonly task: Deferred;
  /** Texts that follow its task: the skills of its definition. */
  readonly preloaded: readonly Attachment[];
  readonly isolated: IsolatedWorktree | undefined;
}

/** Opens the agents of one session, keeps them within their limits, and knows what has become of each. */
export class SubAgents implements SubAgentPort {
  readonly #parts: SessionParts;
  readonly #limits: AgentLimits;
  readonly #files: DefinitionFiles;
  /** Agents that may be opened after a message of the user before the user is asked. */
  readonly #maxPerPrompt: number;
  #openable: ReadonlySet<string> | undefined;
  readonly #entries = new Map<string, Entry>();
  readonly #progress = new Set<(progress: AgentProgress) => void>();
  readonly #mainList = new TailList(AGENT_TYPES_TITLE);
  #main: AssembledAgent | undefined;
  /** Calls of the Agent tool since the user's last message. */
  #calls = new Map<string, number>();
  #running = 0;
  #lost: readonly Entry[];
  readonly #team: Team | undefined;
  readonly #mailbox: Mailbox;

  constructor(parts: SessionParts, files: DefinitionFiles) {
    this.#parts = parts;
    this.#files = files;
    this.#maxPerPrompt = parts.permission.loaded.setting('agents.maxPerPrompt')?.value ?? MAX_PER_PROMPT;
    this.#limits = agentLimits(parts.env, parts.tell);
    this.#team = hasTeams(parts.env) ? new Team(parts.sessionId ?? parts.session.directory) : undefined;
    this.#mailbox = new Mailbox(parts.session.journal, parts.session.unread);
    for (const { agentId, agentType, status, ...journaled } of parts.session.agents) {
      const { name, description, model, callId, chain, worktree } = journaled;
      const isTeammate = this.#team !== undefined && journaled.isTeammate;
      if (isTeammate) this.#team?.join({ id: agentId, name });
      this.#entries.set(agentId, {
        id: agentId,
        name,
        type: agentType,
        description,
        model,
        effort: undefined,
        callId,
        isTeammate,
        worktree,
        chain,
        depth: chain.length + 1,
        parentId: undefined,
        definitions: undefined,
        state: status,
        isBackground: true,
        stoppedBy: undefined,
        run: undefined,
        closed: Promise.resolve(),
      });
    }
    this.#lost = [...this.#entries.values()].filter(({ state }) => state === 'lost');
  }

  connect(main: AssembledAgent): void {
    this.#main = main;
    this.#parts.subAgents?.port.connect(this);
    this.#deliverUnread(main, undefined);
  }

  /** The user has sent a message: agents started earlier no longer count. */
  userSpoke(): void {
    this.#calls = new Map();
  }

  async types(): Promise<AgentTypes> {
    const { cwd, permission, env, subAgents: options = {} } = this.#parts;
    const types = await readAgentTypes({ cwd, permission, env, files: this.#files, options });
    const only = this.#openable;
    return only === undefined
      ? types
      : { ...types, definitions: types.definitions.filter(({ name }) => only.has(name)) };
  }

  /** The main agent may open these types only. */
  limitTypes(only: ReadonlySet<string> | undefined): void {
    this.#openable = only;
  }

  whyAsk(callId: string): string | undefined {
    const rank = this.#calls.get(callId) ?? this.#calls.size + 1;
    this.#calls.set(callId, rank);
    if (rank <= this.#maxPerPrompt) return undefined;
    const many = this.#maxPerPrompt === 1 ? 'One agent has' : `${this.#maxPerPrompt} agents have`;
    return `${many} been opened since the last message of the user`;
  }

  /** Notes for the main agent's model, before its next request. */
  readonly mainNotes: AgentNotes = async (messages) => [
    ...(await this.#lostNotes()),
    ...(await this.#typesNotes(this.#mainList, this.#main?.runtime.pool ?? this.#parts.pool, messages)),
  ];

  async #typesNotes(
    list: TailList,
    pool: Pick<ToolPool, 'find'>,
    messages: readonly ModelMessage[],
  ): Promise<readonly string[]> {
    if (pool.find('Agent') === undefined) return [];
    const { definitions } = await this.types();
    const note = list.note(definitions.map(agentTypeItem), messages);
    return note === undefined ? [] : [note];
  }

  async #lostNotes(): Promise<readonly string[]> {
    const lost = this.#lost;
    this.#lost = [];
    if (lost.length === 0) return [];
    const lines = await Promise.all(
      lost.map(async ({ id, name, type, description }) => {
        const words = await lastWords(this.#parts.session, id);
        const said = words === '' ? 'It had said nothing.' : `Its last words: ${words}`;
        return `- ${id} (${name}, ${type}): ${description} ${said}`;
      }),
    );
    // They are not reported again when the session is resumed once more.
    const { journal } = this.#parts.session;
    for (const { id } of lost) {
      journal?.append({
        v: 1,
        time: systemClock.wallTime(),
        type: 'agent-ended',
        agentId: id,
        status: 'failed',
      });
    }
    return [
      `The program ended before these agents did. SendMessage with the id goes on with one.\n${lines.join('\n')}`,
    ];
  }

  async spawn(request: SpawnRequest, call: SpawnCall): Promise<Spawned> {
    const refuse = (code: string, message: string): Spawned => ({ status: 'refused', code, message });
    const opener = call.agentId === undefined ? undefined : this.#entries.get(call.agentId);
    const parent = opener === undefined ? this.#main : opener.run?.agent;
    if (parent === undefined) return refuse('no-agent', 'The agent that makes this call has ended.');
    const { definitions, problems } = await this.types();
    const wanted = request.type ?? DEFAULT_AGENT;
    const found = definitions.find(({ name }) => name === wanted);
    if (found === undefined) {
      const names = definitions.map(({ name }) => name);
      const near = nearestName(wanted, names);
      const meant = near === undefined ? '' : ` Did you mean ${near}?`;
      const broken = problems.length === 0 ? '' : ` ${problems.length} files with definitions are invalid.`;
      return refuse(
        'unknown-agent-type',
        `There is no agent type ${JSON.stringify(wanted)}.${meant} Available: ${names.join(', ') || 'none'}.${broken}`,
      );
    }
    const isTeammate = this.#team !== undefined && opener === undefined && request.name !== undefined;
    const definition = isTeammate ? teammateDefinition(found) : found;
    const isolation = request.isolation ?? definition.isolation;
    if (isolation !== undefined && isolation !== 'worktree') {
      return refuse(
        'no-isolation',
        `Isolation ${JSON.stringify(isolation)} is not supported, and the agent was not started without it. Pass isolation: worktree, or leave it out.`,
      );
    }
    const depth = (opener?.depth ?? 0) + 1;
    if (depth > this.#limits.maxDepth) {
      return refuse('too-deep', `Agents can be nested ${this.#limits.maxDepth} deep. Do the work yourself.`);
    }
    if (this.#running >= this.#limits.maxRunning) {
      return refuse(
        'too-many-agents',
        `Concurrent subagent limit reached: ${this.#running} agents are at work. Wait until one has ended.`,
      );
    }
    if (parent.budgetLeftUsd === 0) {
      return refuse('no-budget', "The session's budget is used up, so no agent can be started.");
    }
    const isBackground =
      !this.#limits.isBackgroundDisabled &&
      (isTeammate || (request.isBackground ?? definition.background ?? true));
    const chain = opener === undefined ? [] : [...opener.chain, opener.type];
    const selection = {
      definition,
      isBackground,
      isDeepest: depth >= this.#limits.maxDepth,
      isInPlanMode: false,
    };
    const pool = filtered(parent.runtime.pool, selection);
    if (pool.tools.length === 0) {
      return refuse(
        'no-tools',
        `${wanted} would have no tools. ${explainNoTools(parent.runtime.pool, selection)}`,
      );
    }
    const id = `a${randomBytes(8).toString('hex')}`;
    const isIsolated = isolation !== undefined;
    const entry: Entry = {
      id,
      worktree: isIsolated ? `agent-${id}` : opener?.worktree,
      name: this.#freeName(request.name ?? wanted),
      type: wanted,
      description: request.description,
      depth,
      parentId: opener?.id,
      chain,
      definitions: [...(opener?.definitions ?? []), definition],
      model: undefined,
      effort: request.effort,
      callId: call.callId,
      isTeammate,
      state: 'running',
      isBackground,
      stoppedBy: undefined,
      run: undefined,
      closed: Promise.resolve(),
    };
    this.#running += 1;
    const opening = this.#open({
      entry,
      parent,
      pool,
      definitions: [definition],
      ...this.#modelsFor(request, definition, parent),
      effort: entry.effort ?? definition.effort,
      messageId: call.messageId,
      isResumed: false,
      isIsolated,
    });
    const opened = await opening.catch((error: unknown) => {
      this.#running -= 1;
      throw error;
    });
    if (!opened.ok) {
      this.#running -= 1;
      return refuse('not-started', `The agent could not be started: ${opened.message}`);
    }
    this.#entries.set(entry.id, entry);
    if (isTeammate) this.#team?.join({ id: entry.id, name: entry.name });
    const { run } = opened;
    const report = this.#work(entry, opened, request.prompt);
    return isBackground ? this.#launched(entry, run) : this.#wait(entry, run, report, call);
  }

  #launched(entry: Entry, run: AgentRun): Spawned {
    return {
      status: 'launched',
      agentId: entry.id,
      type: entry.type,
      model: run.agent.provider.model,
      outputFile: this.#outputPath(entry.id),
      notes: entry.isTeammate ? [...run.notes, `It is your teammate ${entry.name}.`] : run.notes,
    };
  }

  /** Waits for an agent in the foreground: until it ends, or moves to the background. */
  async #wait(entry: Entry, run: AgentRun, report: Promise<AgentReport>, call: SpawnCall): Promise<Spawned> {
    const onAbort = (): void => run.stop('program', 'the call that waited for it was interrupted');
    call.signal.addEventListener('abort', onAbort, { once: true });
    if (call.signal.aborted) onAbort();
    const unlisten = this.onProgress((progress) => {
      if (progress.agentId === entry.id) call.progress(progress);
    });
    const { autoBackgroundMs } = this.#limits;
    const timer =
      autoBackgroundMs === undefined
        ? undefined
        : setTimeout(() => this.moveToBackground(entry.id), autoBackgroundMs).unref();
    const takeBack = this.#parts.tasks.offerMove(call.callId, () => this.moveToBackground(entry.id));
    try {
      const ended = await call.idle(Promise.race([report, run.moved]));
      return ended === undefined ? this.#launched(entry, run) : { status: 'ended', report: ended };
    } finally {
      clearTimeout(timer);
      takeBack();
      unlisten();
      call.signal.removeEventListener('abort', onAbort);
    }
  }

  moveToBackground(id: string): boolean {
    const entry = this.#entries.get(id);
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
    return [...this.#entries.values()].map(
      ({ id, name, type, state, description, isBackground, depth, parentId, run }) => ({
        ...{ id, name, type, description, isBackground, depth, parentId },
        state:
          state === 'running' && run?.agent.activity === 'requires-action' ? 'waiting-for-approval' : state,
        transcriptPath: join(this.#parts.session.directory, AGENTS_DIRECTORY, id, 'journal.jsonl'),
      }),
    );
  }

  team(): TeamInfo | undefined {
    const team = this.#team;
    if (team === undefined) return undefined;
    const isWorking = ({ id }: Teammate): boolean => openRun(this.#entries.get(id)) !== undefined;
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

  send(message: SentMessage): Promise<SendResult> {
    return message.to === '*' ? this.#broadcast(message) : this.#sendToOne(message);
  }

  /** To the leader and all teammates but the sender. */
  async #broadcast(message: SentMessage): Promise<SendResult> {
    const team = this.#team;
    if (team === undefined) {
      return { ok: false, code: 'no-team', message: 'The session has no team. Send to one agent.' };
    }
    const { from } = message;
    const others = team.members.filter(({ id }) => id !== from).map(({ id }) => id);
    const to = from === undefined ? others : ['main', ...others];
    if (to.length === 0)
      return { ok: false, code: 'no-teammates', message: 'The team has no teammates yet.' };
    const sent = await Promise.all(
      to.map((one) => this.#sendToOne({ ...message, fields: undefined, to: one })),
    );
    const failed = sent.flatMap((each, at) => (each.ok ? [] : [`${to[at] ?? ''}: ${each.message}`]));
    const reached = sent.flatMap((each) => (each.ok ? [each.deliveredTo] : []));
    if (failed.length === 0) return { ok: true, deliveredTo: reached.join(', '), resumed: false };
    const rest = reached.length === 0 ? 'Nobody else got it.' : `Delivered to ${reached.join(', ')}.`;
    return { ok: false, code: 'not-delivered', message: `Not delivered to ${failed.join('; ')} ${rest}` };
  }

  async #sendToOne({ to, text: given, fields, from }: SentMessage): Promise<SendResult> {
    const refuse = (code: string, message: string): SendResult => ({ ok: false, code, message });
    const sender = from === undefined ? 'main' : `${this.#entries.get(from)?.name ?? from} (${from})`;
    const found = to === 'main' ? undefined : this.#addressee(to);
    if (typeof found === 'string') return refuse('no-such-agent', found);
    if (to === 'main' ? from === undefined : found?.id === from) {
      return refuse('own-message', 'An agent cannot send a message to itself.');
    }
    if (found !== undefined && this.#team?.hasLeft(found.id) === true) {
      return refuse('has-left', `${to} has left the team. Call Agent to open another one.`);
    }
    while (found !== undefined && openRun(found) === undefined) {
      const { waking, closed } = found;
      // One message after the other: only the first may wake it.
      // oxlint-disable-next-line no-await-in-loop
      await (waking ?? closed);
      if (waking === undefined && found.waking === undefined && found.closed === closed) break;
    }
    if (found?.stoppedBy === 'person' && openRun(found) === undefined) {
      return refuse('stopped-by-user', `The user stopped ${to}; only the user can have it go on.`);
    }
    const agent = found === undefined ? this.#main : openRun(found)?.agent;
    if (agent === undefined && this.#main === undefined)
      return refuse('no-agent', 'The session has no agent.');
    const wakeUps = agent?.runtime.agent.wakeUps;
    if (wakeUps !== undefined && wakeUps.waitingMessages() >= MAX_WAITING) {
      return refuse(
        'too-many-messages',
        `${MAX_WAITING} messages already wait for ${to}. Wait until it has read them.`,
      );
    }
    const meant = this.#team?.interpret(fields, from, found?.id);
    if (meant?.ok === false) return meant;
    const said = `Message from the agent ${sender}:\n${meant?.text ?? given}`;
    const posted = this.#mailbox.post(found?.id, said);
    if (!posted.ok) return refuse('not-stored', `The message could not be stored: ${posted.message}`);
    if (wakeUps !== undefined) {
      wakeUps.sendMessage(said, posted.onRead);
      return { ok: true, deliveredTo: found?.id ?? 'main', resumed: false };
    }
    if (found === undefined) return refuse('no-agent', 'The session has no agent.');
    const waking = this.#resume(found, said);
    found.waking = waking;
    const resumed = await waking.finally(() => (found.waking = undefined));
    // Refused or in its conversation now: either way nothing is left to deliver.
    posted.onRead();
    return resumed;
  }

  /** Messages that an earlier program of the session had not delivered. */
  #deliverUnread(agent: AssembledAgent, id: string | undefined): void {
    for (const { text, onRead } of this.#mailbox.takeUnread(id, JSON.stringify(agent.messages()))) {
      agent.runtime.agent.wakeUps.sendMessage(text, onRead);
    }
  }

  #addressee(to: string): Entry | string {
    const byId = this.#entries.get(to);
    if (byId !== undefined) return byId;
    const named = [...this.#entries.values()].filter(({ name }) => name === to);
    const live = named.filter(({ id, run }) => run?.isOpen === true || this.#team?.has(id) === true);
    const [only] = live.length === 1 ? live : named;
    if (only !== undefined && (live.length === 1 || named.length === 1)) return only;
    if (named.length > 1) {
      return `Several agents have the name ${JSON.stringify(to)}: ${named.map(({ id }) => id).join(', ')}. Use the id.`;
    }
    const names = [...this.#entries.values()].map(({ id, name }) => `${name} (${id})`);
    return `There is no agent ${JSON.stringify(to)}. There are: ${['main', ...names.slice(-20)].join(', ')}.`;
  }

  /** An agent that has ended continues in the background, with its model, mode and depth. */
  async #resume(entry: Entry, said: string): Promise<SendResult> {
    const refuse = (code: string, message: string): SendResult => ({ ok: false, code, message });
    const main = this.#main;
    if (main === undefined) return refuse('no-agent', 'The session has no agent.');
    const definitions = entry.definitions ?? (await this.#definitionsOf(entry));
    if (typeof definitions === 'string') return refuse('no-definition', definitions);
    const isDeepest = entry.depth >= this.#limits.maxDepth;
    let pool: ToolPool = main.runtime.pool;
    definitions.forEach((definition, at) => {
      const isLast = at === definitions.length - 1;
      pool = filtered(pool, {
        definition,
        isBackground: true,
        isDeepest: isLast && isDeepest,
        isInPlanMode: false,
      });
    });
    const { state: before } = entry;
    entry.state = 'running';
    entry.isBackground = true;
    const settled = Promise.withResolvers<void>();
    entry.closed = settled.promise;
    this.#running += 1;
    try {
      const model = entry.model === main.provider.model ? undefined : entry.model;
      const opened = await this.#open({
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
      void this.#work(entry, opened, said).then(() => settled.resolve());
      return { ok: true, deliveredTo: entry.id, resumed: true };
    } catch (error) {
      this.#running -= 1;
      entry.state = before;
      settled.resolve();
      throw error;
    }
  }

  async #definitionsOf({ chain, type, isTeammate }: Entry): Promise<readonly AgentDefinition[] | string> {
    const { definitions } = await this.types();
    const found = [...chain, type].map((name) => definitions.find((each) => each.name === name) ?? name);
    const missing = found.find((each) => typeof each === 'string');
    if (missing !== undefined) return `Its agent type ${JSON.stringify(missing)} no longer exists.`;
    const whole = found.filter((each) => typeof each !== 'string');
    return isTeammate ? whole.map(teammateDefinition) : whole;
  }

  /** Unique among agents that work. */
  #freeName(wanted: string): string {
    const taken = new Set(
      [...this.#entries.values()].flatMap(({ id, name, run }) =>
        run?.isOpen === true || this.#team?.has(id) === true ? [name] : [],
      ),
    );
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? wanted : `${wanted}-${count}`;
      if (!taken.has(name) && name !== 'main') return name;
    }
  }

  /** The models to try, in order; the last is the parent's. */
  #modelsFor(
    request: SpawnRequest,
    definition: AgentDefinition,
    parent: AssembledAgent,
  ): Pick<Opening, 'models' | 'modelNote'> {
    const isName = (name: string | undefined): name is string =>
      name !== undefined && name.trim() !== '' && name !== 'inherit';
    const ofUser = this.#parts.env['CLAUDE_CODE_SUBAGENT_MODEL'];
    if (isName(ofUser)) return { models: [ofUser, undefined] };
    const wanted = [request.model, definition.model].find(isName);
    if (wanted === undefined) return { models: [undefined] };
    const by = isName(request.model) ? undefined : definition;
    const refusal = agentModelRefusal(wanted, by, parent.provider.model);
    if (refusal === undefined) return { models: [wanted, undefined] };
    return {
      models: [undefined],
      modelNote: `Its model ${wanted} is not used: ${refusal}. It has that of the agent that opened it.`,
    };
  }

  #outputPath(id: string): string {
    return join(this.#parts.session.resultsDirectory, `agent-${id}.md`);
  }

  async #open(
    opening: Opening,
  ): Promise<({ readonly ok: true } & OpenedRun) | { readonly ok: false; readonly message: string }> {
    const { entry, parent, models, modelNote } = opening;
    const notes: string[] = modelNote === undefined ? [] : [modelNote];
    let isolated: IsolatedWorktree | undefined;
    if (opening.isIsolated) {
      const made = await IsolatedWorktree.open(this.#parts.hooks, parent, entry.worktree ?? '');
      if (!made.ok) return made;
      isolated = made.isolated;
    }
    let opened: OpenedAgent | undefined;
    for (const model of models) {
      // One after the other: the second is tried because the first failed.
      // oxlint-disable-next-line no-await-in-loop
      opened = await this.#openWith(opening, model, isolated);
      if (opened.ok || opened.error.code !== 'no-model') break;
      if (models.length > 1 && model !== undefined) {
        notes.push(`Its model ${model} can't be used, so it has that of the agent that opened it.`);
      }
    }
    if (opened === undefined || !opened.ok) {
      await isolated?.close();
      return { ok: false, message: opened?.error.message ?? '' };
    }
    const { agent } = opened;
    for (const notice of agent.notices) this.#parts.tell(notice);
    const skills = opening.isResumed ? [] : (opening.definitions.at(-1)?.skills ?? []);
    const preloaded = await preloadSkills(skills, this.#parts.skills, agent);
    notes.push(...preloaded.notes);
    const task = Promise.withResolvers<Parameters<typeof taskEnd>[0]>();
    const run = new AgentRun({
      agent,
      id: entry.id,
      type: entry.type,
      description: entry.description,
      isBackground: entry.isBackground,
      limits: this.#limits,
      tasks: this.#parts.tasks,
      outputPath: this.#outputPath(entry.id),
      notes,
      tell: this.#parts.tell,
      onProgress: (progress) => {
        for (const listener of this.#progress) listener(progress);
      },
    });
    entry.run = run;
    entry.model = agent.provider.model;
    if (opening.isResumed) this.#deliverUnread(agent, entry.id);
    this.#parts.tasks.adopt({
      id: entry.id,
      type: 'agent',
      agent: {
        type: entry.type,
        name: entry.name,
        depth: entry.depth,
        isForeground: !entry.isBackground,
      },
      command: entry.description,
      outputPath: this.#outputPath(entry.id),
      ended: task.promise.then(taskEnd),
      callId: entry.callId,
      agentId: opening.isResumed ? undefined : parent.identity?.id,
      end: (by) => run.stop(by ?? 'program', STOPPED[by ?? 'program']),
    });
    return { ok: true, run, task, preloaded: preloaded.texts, isolated };
  }

  #openWith(
    opening: Opening,
    model: string | undefined,
    isolated: IsolatedWorktree | undefined,
  ): Promise<OpenedAgent> {
    const { entry, parent, pool, definitions, effort, messageId, isResumed } = opening;
    const { callId } = entry;
    const definition = definitions.at(-1);
    const mode = strictest(definitions);
    const team = entry.isTeammate ? this.#team : undefined;
    const appended = [
      isolated?.notice,
      ...(team === undefined ? [] : [definition?.prompt, teammatePrompt(entry.name, team)]),
      this.#parts.subAgents?.appendSystemPrompt,
    ].filter((text) => text !== undefined);
    const agent = { id: entry.id, type: entry.type, parentCallId: callId };
    const { name } = entry;
    const cwd = (): string => entry.run?.agent.runtime.session.cwd ?? parent.runtime.session.cwd;
    const list = new TailList(AGENT_TYPES_TITLE);
    return openChildAgent({
      parent,
      type: entry.type,
      name: entry.name,
      id: entry.id,
      description: entry.description,
      chain: entry.chain,
      depth: entry.depth,
      resume: isResumed,
      call: callId === undefined ? undefined : { callId, messageId },
      tools: pool,
      worktree: isolated?.worktree,
      isolation: isolated?.isolation,
      inheritedWorktree: entry.worktree,
      model,
      effort,
      mode,
      mayLoosen: definitions.every(({ isTrusted }) => isTrusted),
      denies: definitions.flatMap(({ disallowedTools }) =>
        disallowedTools.filter((item) => item.includes('(')),
      ),
      maxTurns: definition?.maxTurns,
      systemPrompt: team === undefined ? definition?.prompt : undefined,
      isTeammate: team !== undefined,
      idle: team && beforeIdle({ parts: this.#parts, team, agent, name, cwd }),
      addsEnvironment: true,
      appendSystemPrompt: appended.length === 0 ? undefined : appended.join('\n\n'),
      readsInstructions: definition?.readsInstructions,
      hooks: definition === undefined ? [] : definitionHooks(definition),
      notes: (messages) => this.#typesNotes(list, pool, messages),
    });
  }

  async #work(
    entry: Entry,
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
      await agent.close(report.outcome);
      return isolated === undefined ? report : isolated.closeWith(report);
    })();
    entry.closed = ended.catch(() => {});
    try {
      const report = await ended;
      task.resolve({ report, by: run.stoppedBy });
      return report;
    } catch (error) {
      entry.state = 'failed';
      const reason = error instanceof Error ? error.message : String(error);
      task.resolve({ report: undefined, by: undefined, reason });
      throw error;
    } finally {
      this.#running -= 1;
    }
  }

  async #startHooks(entry: Entry, agent: AssembledAgent): Promise<readonly string[]> {
    const hooks = agent.runtime.agent.dispatcher();
    if (hooks?.has('SubagentStart', entry.id) !== true) return [];
    const fields = { agent_id: entry.id, agent_type: entry.type };
    const { cwd } = agent.runtime.session;
    const verdict = await hooks.fire('SubagentStart', fields, { cwd, agent: agent.identity });
    return verdict.additionalContext;
  }

  /** Stopping an agent also stops the agents that it started. */
  async #stopBelow(id: string, by: TaskStopper): Promise<void> {
    const below = [...this.#entries.values()].filter(
      ({ parentId, run }) => parentId === id && run?.isOpen === true,
    );
    await Promise.all(below.map((entry) => this.#parts.tasks.stop(entry.id, by)));
  }
}

type Deferred = PromiseWithResolvers<Parameters<typeof taskEnd>[0]>;

const STOPPED: Readonly<Record<TaskStopper, string>> = {
  person: 'the user stopped it',
  model: 'another agent stopped it',
  program: 'the session ended',
};

/** The run of an agent that works. */
function openRun(entry: Entry | undefined): AgentRun | undefined {
  const run = entry?.run;
  return run?.isOpen === true ? run : undefined;
}

function filtered(parent: ToolPool, selection: ToolSelection): ToolPool {
  return new FilteredPool(parent, (tool) => whyLeftOut(tool, parent, selection) === undefined, []);
}

function strictest(definitions: readonly AgentDefinition[]): PermissionMode | undefined {
  const modes = definitions.flatMap(({ permissionMode }) => permissionMode ?? []);
  return modes.toSorted((a, b) => MODE_LOOSENESS[a] - MODE_LOOSENESS[b])[0];
}
