import {
  AGENT_TYPES_TITLE,
  isFork,
  TailList,
  type AgentDefinition,
  type AgentProgress,
  type AgentTypes,
  type Attachment,
  type SpawnRequest,
  type StructuredOutput,
} from '@sluice/agent';
import type { ModelMessage, ToolPool } from '@sluice/core';
import type { TaskStopper } from '@sluice/tools';
import type { SessionParts } from '../../../parts/session-parts.ts';
import type { AssembledAgent, OpenedAgent } from '../../assembled-agent.ts';
import type { OpenChildOptions } from '../../child-options.ts';
import { openChildAgent } from '../../open-child-agent.ts';
import type { AgentEntry } from '../agent-entry.ts';
import type { AgentLimits } from '../agent-limits.ts';
import { namesNote } from '../run/agent-notices.ts';
import { AgentRun } from '../run/agent-run.ts';
import { openAgentMemory, withMemoryTools } from './agent-memory.ts';
import { definitionHooks } from './definition-hooks.ts';
import { openDefinitionServers } from './definition-servers.ts';
import { GitStatus } from './git-status.ts';
import { handedPlan, type PlanScope } from './handed-plan.ts';
import { IsolatedWorktree } from './isolated-worktree.ts';
import { withOwn, withPlanTool } from './with-own-tool.ts';
import { preloadSkills } from './preload-skills.ts';
import { lastingMode, strictestMode } from './strictest-mode.ts';
import { taskEnd, withIdleNote } from '../run/task-end.ts';
import type { Team } from '../team/team.ts';
import { beforeIdle, teammatePrompt } from '../team/teammate.ts';

export interface Opening {
  readonly entry: AgentEntry;
  readonly parent: AssembledAgent;
  readonly pool: ToolPool;
  readonly definitions: readonly AgentDefinition[];
  readonly models: readonly (string | undefined)[];
  /** Why the model that was asked for is none of them. */
  readonly modelNote?: string | undefined;
  readonly effort: SpawnRequest['effort'];
  readonly messageId: string | undefined;
  readonly isResumed: boolean;
  /** The types as they have just been read, for its first request. Default: they are read again. */
  readonly types?: AgentTypes | undefined;
  /** It gets a worktree, rather than working where its parent does. */
  readonly isIsolated: boolean;
  /** Takes its answer in the form that the call wants. Default: it answers with text. */
  readonly output?: StructuredOutput | undefined;
}

export interface OpenedRun {
  readonly run: AgentRun;
  readonly task: Deferred;
  /** Texts that follow its task: the skills of its definition. */
  readonly preloaded: readonly Attachment[];
  /** Its conversation is empty: it has not been given its task. */
  readonly isFresh: boolean;
  readonly isolated: IsolatedWorktree | undefined;
  /** It has a tool that hands its plan over. */
  readonly handsPlan: boolean;
}

export type OpenedAgentRun =
  | ({ readonly ok: true } & OpenedRun)
  | { readonly ok: false; readonly message: string };

interface OpenerOptions extends PlanScope {
  readonly parts: SessionParts;
  readonly limits: AgentLimits;
  readonly team: Team | undefined;
  /** Where an agent's report is written. */
  readonly outputPath: (id: string) => string;
  /** Names of agents that work. */
  readonly liveNames: () => readonly string[];
  /** Notes about the types of agents that an agent with this pool may open. `known`: default is to read them. */
  readonly typesNotes: (
    known: AgentTypes | undefined,
    list: TailList,
    pool: Pick<ToolPool, 'find'>,
    messages: readonly ModelMessage[],
  ) => Promise<readonly string[]>;
  readonly onProgress: (progress: AgentProgress) => void;
  /** Answers asks of an agent that the main one opened. Default: who answers the main agent's. */
  readonly askerAround?: OpenChildOptions['askerAround'];
  /** Messages that an earlier program had not delivered are delivered. */
  readonly deliverUnread: (agent: AssembledAgent, id: string) => void;
}

/** Opens the agent of an entry, with a worktree and the skills of its definition where it has them. */
export class AgentOpener {
  readonly #options: OpenerOptions;
  readonly #status = new GitStatus();

  constructor(options: OpenerOptions) {
    this.#options = options;
  }

  async open(opening: Opening): Promise<OpenedAgentRun> {
    const { parts, limits, outputPath, onProgress, deliverUnread } = this.#options;
    const { entry, parent, models, modelNote } = opening;
    const notes: string[] = modelNote === undefined ? [] : [modelNote];
    let isolated: IsolatedWorktree | undefined;
    if (opening.isIsolated) {
      const made = await IsolatedWorktree.open(parts.hooks, parent, entry.worktree ?? '');
      if (!made.ok) return made;
      isolated = made.isolated;
    }
    const ownServers = await openDefinitionServers(
      opening.definitions.at(-1) ?? NO_SERVERS,
      opening.pool,
      parts,
    );
    notes.push(...ownServers.notes);
    const type = opening.definitions.at(-1);
    const { memory, notes: ofMemory } =
      type === undefined ? { memory: undefined, notes: [] } : openAgentMemory(type, parts);
    notes.push(...ofMemory);
    const pool =
      type === undefined || memory === undefined
        ? opening.pool
        : withMemoryTools(opening.pool, parent.runtime.pool, type, memory);
    const plan = handedPlan(opening, this.#options);
    const handsPlan = plan !== undefined;
    const own = { ...opening, pool: withPlanTool(pool, type, plan?.tool), handsPlan };
    let opened: OpenedAgent | undefined;
    for (const model of models) {
      // One after the other: the second is tried because the first failed.
      opened = await this.#openWith(own, model, isolated, memory, ownServers);
      if (opened.ok || opened.error.code !== 'no-model') break;
      if (models.length > 1 && model !== undefined) {
        notes.push(`Its model ${model} can't be used, so it uses its parent's model.`);
      }
    }
    if (opened === undefined || !opened.ok) {
      await ownServers.close();
      await isolated?.close();
      return { ok: false, message: opened?.error.message ?? '' };
    }
    const { agent } = opened;
    for (const notice of agent.notices) parts.tell(notice);
    // Its program may have ended before its journal had a word.
    const isFresh = !opening.isResumed || agent.messages().length === 0;
    const skills = isFresh ? (opening.definitions.at(-1)?.skills ?? []) : [];
    const preloaded = await preloadSkills(skills, parts.skills, agent);
    notes.push(...preloaded.notes);
    const task = Promise.withResolvers<Parameters<typeof taskEnd>[0]>();
    const run = new AgentRun({
      agent,
      id: entry.id,
      type: entry.type,
      description: entry.description,
      isBackground: entry.isBackground,
      limits,
      tasks: parts.tasks,
      outputPath: outputPath(entry.id),
      notes,
      tell: parts.tell,
      output: opening.output?.taken,
      plan: plan?.taken,
      onProgress,
    });
    entry.run = run;
    entry.model = agent.provider.model;
    entry.mode ??= lastingMode(agent.parts.permission.state.current());
    if (opening.isResumed) deliverUnread(agent, entry.id);
    this.#adopt(opening, task.promise);
    return { ok: true, run, task, preloaded: preloaded.texts, isolated, isFresh, handsPlan };
  }

  /** Keeps nothing of the run but what ends it: tasks are remembered for long. */
  #adopt({ entry, parent, isResumed }: Opening, ended: Deferred['promise']): void {
    const { parts, outputPath } = this.#options;
    parts.tasks.adopt({
      id: entry.id,
      type: 'agent',
      agent: {
        type: entry.type,
        name: entry.name,
        depth: entry.depth,
        parentId: entry.parentId,
        prompt: isResumed ? undefined : entry.task,
        isForeground: !entry.isBackground,
        isTeammate: entry.isTeammate,
      },
      command: entry.description,
      outputPath: outputPath(entry.id),
      ended: ended.then((end) => withIdleNote(taskEnd(end), this.#options.team?.has(entry.id) === true)),
      callId: entry.callId,
      agentId: isResumed ? undefined : parent.identity?.id,
      end: stopperOf(entry),
    });
  }

  async #gitStatus({ run }: AgentEntry): Promise<string | undefined> {
    if (run === undefined) return undefined;
    const { runtime, parts } = run.agent;
    const { policy, state } = parts.permission;
    return this.#status.note({ cwd: runtime.session.cwd, policy, permission: state.current() });
  }

  #openWith(
    opening: Opening & Pick<OpenChildOptions, 'handsPlan'>,
    model: string | undefined,
    isolated: IsolatedWorktree | undefined,
    memory: ReturnType<typeof openAgentMemory>['memory'],
    ownServers: Awaited<ReturnType<typeof openDefinitionServers>>,
  ): Promise<OpenedAgent> {
    const { parts, typesNotes, liveNames } = this.#options;
    const { entry, parent, pool, definitions, effort, messageId, isResumed, output, handsPlan } = opening;
    const { callId } = entry;
    const definition = definitions.at(-1);
    const isOfConversation = definition !== undefined && isFork(definition);
    const mode = strictestMode(definitions, entry);
    const team = entry.isTeammate ? this.#options.team : undefined;
    const appended = [
      isolated?.notice,
      memory?.text,
      ...(team === undefined ? [] : [definition?.prompt, teammatePrompt(entry.name, team)]),
      parts.subAgents?.appendSystemPrompt,
    ].filter((text) => text !== undefined);
    const agent = { id: entry.id, type: entry.type, parentCallId: callId };
    const { name } = entry;
    const cwd = (): string => entry.run?.agent.runtime.session.cwd ?? parent.runtime.session.cwd;
    const list = new TailList(AGENT_TYPES_TITLE);
    // A fork begins as the main agent did; a teammate knows its team.
    let isNamed = isResumed || isOfConversation || entry.isTeammate;
    const readsInstructions = parts.subAgents?.readsInstructions ?? definition?.readsInstructions;
    let isStatusTold = isResumed || isOfConversation || readsInstructions === false;
    let { types } = opening;
    return openChildAgent({
      parent,
      type: entry.type,
      name: entry.name,
      id: entry.id,
      description: entry.description,
      task: isResumed ? undefined : entry.task,
      chain: entry.chain,
      depth: entry.depth,
      resume: isResumed,
      call: callId === undefined ? undefined : { callId, messageId },
      tools: withOwn(pool, output?.tool),
      servers: ownServers.servers,
      handsPlan,
      output,
      worktree: isolated?.worktree,
      isolation: isolated?.isolation,
      inheritedWorktree: entry.worktree,
      model,
      effort,
      mode,
      memory: memory?.directory,
      mayLoosen: definitions.every(({ isTrusted }) => isTrusted),
      denies: definitions.flatMap(({ disallowedTools }) =>
        disallowedTools.filter((item) => item.includes('(')),
      ),
      maxTurns: definition?.maxTurns,
      forkedAt: isOfConversation ? entry.messageId : undefined,
      systemPrompt: team === undefined ? definition?.prompt : undefined,
      isTeammate: team !== undefined,
      askerAround: entry.depth === 1 ? this.#options.askerAround : undefined,
      idle: team && beforeIdle({ parts: parts, team, agent, name, cwd }),
      addsEnvironment: true,
      appendSystemPrompt: appended.length === 0 ? undefined : appended.join('\n\n'),
      readsInstructions,
      hooks: definition === undefined ? [] : definitionHooks(definition),
      notes: async (messages) => {
        const names = isNamed || pool.find('SendMessage') === undefined ? [] : [namesNote(name, liveNames())];
        isNamed = true;
        const status = isStatusTold ? undefined : await this.#gitStatus(entry);
        isStatusTold = true;
        const known = types;
        types = undefined;
        return [
          ...names,
          ...(status === undefined ? [] : [status]),
          ...(await typesNotes(known, list, pool, messages)),
        ];
      },
      closed: ownServers.close,
    });
  }
}

const NO_SERVERS = { mcpServers: [], isTrusted: true, source: 'built-in', file: undefined } as const;

type Deferred = PromiseWithResolvers<Parameters<typeof taskEnd>[0]>;

const STOPPED: Readonly<Record<TaskStopper, string>> = {
  person: 'the user stopped it',
  // The reader may be the agent that called it, or the one that was stopped.
  model: 'TaskStop stopped it',
  program: 'the session ended',
};

function stopperOf(entry: AgentEntry): (by: TaskStopper | undefined) => void {
  return (by) => entry.run?.stop(by ?? 'program', STOPPED[by ?? 'program'], by ?? 'shutdown');
}
