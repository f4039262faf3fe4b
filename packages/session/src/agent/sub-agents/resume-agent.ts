import { isFork, type AgentDefinition, type AgentTypes, type SendResult } from '@sluice/agent';
import type { ToolPool } from '@sluice/core';
import type { SessionParts } from '../../parts/session-parts.ts';
import type { AssembledAgent } from '../assembled-agent.ts';
import type { AgentEntry } from './agent-entry.ts';
import type { AgentWork } from './agent-work.ts';
import { teammateDefinition } from './team/teammate.ts';
import { withListedCommands } from './types/listed-commands.ts';
import { withNamedServers } from './types/named-servers.ts';
import { forkPool } from './open/fork.ts';
import { filtered } from './open/plan-spawn.ts';

interface ResumeScope {
  readonly main: AssembledAgent;
  /** What the tools of agents are taken from. */
  readonly tools: ToolPool;
  readonly work: AgentWork;
  readonly types: () => Promise<AgentTypes>;
  /** Agents so deep open no others. */
  readonly maxDepth: number;
  readonly permission: SessionParts['permission'];
}

/**
 * An agent that has ended continues in the background, with its model, mode and depth.
 * @param said the message that wakes it
 */
export async function resumeAgent(entry: AgentEntry, said: string, scope: ResumeScope): Promise<SendResult> {
  const { main, work } = scope;
  const definitions = entry.definitions ?? definitionsOf(entry, (await scope.types()).definitions);
  if (typeof definitions === 'string') return { ok: false, code: 'no-definition', message: definitions };
  const pool = resumedPool(entry, definitions, scope);
  const { state: before } = entry;
  entry.state = 'running';
  entry.isBackground = true;
  const settled = Promise.withResolvers<void>();
  entry.closed = settled.promise;
  try {
    const model = entry.model === main.provider.model ? undefined : entry.model;
    const opened = await work.open({
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
      entry.state = before;
      settled.resolve();
      return { ok: false, code: 'not-resumed', message: `The agent can't continue: ${opened.message}` };
    }
    const task = opened.isFresh ? entry.task : undefined;
    const prompt = task === undefined ? said : `${task}\n\n${said}`;
    void work
      .run(entry, opened, prompt)
      // Its task tells of a failure.
      .catch(() => {})
      .then(() => settled.resolve());
    return { ok: true, deliveredTo: entry.id, resumed: true };
  } catch (error) {
    entry.state = before;
    settled.resolve();
    throw error;
  }
}

/** What an agent of an earlier process was opened with, among the types that there are now. A text: why that can't be found. */
function definitionsOf(
  { chain, type, isTeammate }: AgentEntry,
  definitions: readonly AgentDefinition[],
): readonly AgentDefinition[] | string {
  const found = [...chain, type].map((name) => definitions.find((each) => each.name === name) ?? name);
  const missing = found.find((each) => typeof each === 'string');
  if (missing !== undefined) return `Its agent type ${JSON.stringify(missing)} no longer exists.`;
  const whole = found.filter((each) => typeof each !== 'string');
  return isTeammate ? whole.map(teammateDefinition) : whole;
}

/** The tools that each agent down to it has left of those at the top. */
function resumedPool(
  { depth }: AgentEntry,
  definitions: readonly AgentDefinition[],
  { tools, maxDepth, permission }: ResumeScope,
): ToolPool {
  return definitions.reduce((pool, definition, at) => {
    if (isFork(definition)) return forkPool(pool);
    const isLast = at === definitions.length - 1;
    const kept = filtered(pool, {
      definition: withNamedServers(definition),
      isBackground: true,
      isDeepest: isLast && depth >= maxDepth,
      isInPlanMode: false,
    });
    return withListedCommands(kept, definition, permission);
  }, tools);
}
