import { randomBytes } from 'node:crypto';
import {
  DEFAULT_AGENT,
  explainNoTools,
  FilteredPool,
  isFork,
  whyLeftOut,
  type AgentDefinition,
  type AgentTypes,
  type SpawnCall,
  type Spawned,
  type SpawnRequest,
  type ToolSelection,
} from '@sluice/agent';
import { nearestName } from '@sluice/base';
import type { ToolPool } from '@sluice/core';
import type { AssembledAgent } from '../../assembled-agent.ts';
import type { AgentEntry } from '../agent-entry.ts';
import type { AgentLimits } from '../agent-limits.ts';
import { withNamedServers } from '../types/named-servers.ts';
import { forkPool, forkRefusal } from './fork.ts';
import { withListedCommands } from '../types/listed-commands.ts';
import { teammateDefinition } from '../team/teammate.ts';

interface SpawnScope {
  readonly types: AgentTypes;
  readonly limits: AgentLimits;
  /** Agents at work now. */
  readonly running: number;
  readonly hasTeam: boolean;
  /** The main agent coordinates: its agents have this pool, and work in the background. */
  readonly workers: ToolPool | undefined;
  /** The entry of the agent that makes the call. Undefined: the main agent does. */
  readonly opener: AgentEntry | undefined;
  readonly parent: AssembledAgent;
  /** A name that no agent that works has. */
  readonly freeName: (wanted: string) => string;
}

type Refused = Extract<Spawned, { status: 'refused' }>;

export interface PlannedSpawn {
  readonly status: 'planned';
  readonly entry: AgentEntry;
  readonly pool: ToolPool;
  readonly definition: AgentDefinition;
  readonly isIsolated: boolean;
}

type SpawnPlan = Refused | PlannedSpawn;

const refuse = (code: string, message: string): Refused => ({ status: 'refused', code, message });

/** Other agents and the user are shown it, and write to it. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_. -]{0,63}$/u;
const MAX_DESCRIPTION = 200;

const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION).toWellFormed();

/** What a call of the Agent tool would open, within the limits of the session. */
export function planSpawn(request: SpawnRequest, call: SpawnCall, scope: SpawnScope): SpawnPlan {
  const { limits, hasTeam, opener, parent } = scope;
  const found = definitionFor(request, scope);
  if ('status' in found) return found;
  const isOfConversation = isFork(found);
  const isTeammate = !isOfConversation && hasTeam && opener === undefined && request.name !== undefined;
  const definition = isTeammate ? teammateDefinition(found) : found;
  const isolation = request.isolation ?? definition.isolation;
  const depth = (opener?.depth ?? 0) + 1;
  if (request.name !== undefined && !NAME.test(request.name))
    return refuse(
      'bad-name',
      `${JSON.stringify(request.name.slice(0, 100))} can't be the name of an agent. Use up to 64 letters, digits, dashes and dots.`,
    );
  const beyond = beyondLimits(isolation, depth, scope);
  if (beyond !== undefined) return beyond;
  const unforked = isOfConversation ? forkRefusal(opener, parent) : undefined;
  if (unforked !== undefined) return refuse('no-fork', unforked);
  const isWorker = scope.workers !== undefined && opener === undefined;
  const isBackground =
    !limits.isBackgroundDisabled &&
    (isTeammate || isWorker || (request.isBackground ?? definition.background ?? true));
  const selection = {
    definition: withNamedServers(definition),
    isBackground,
    isDeepest: depth >= limits.maxDepth,
    isInPlanMode: false,
  };
  const { name: type } = found;
  const tools = isWorker ? scope.workers : undefined;
  const pool = isOfConversation
    ? forkPool(parent.runtime.pool)
    : withListedCommands(
        filtered(tools ?? parent.runtime.pool, selection),
        definition,
        parent.parts.permission,
      );
  if (pool.tools.length === 0)
    return refuse(
      'no-tools',
      `${type} would have no tools. ${explainNoTools(parent.runtime.pool, selection, parent.parts.search.whyMissing)}`,
    );
  const id = `a${randomBytes(8).toString('hex')}`;
  const isIsolated = isolation !== undefined;
  const entry: AgentEntry = {
    id,
    worktree: isIsolated ? `agent-${id}` : opener?.worktree,
    name: scope.freeName(request.name ?? type),
    type,
    description: oneLine(request.description),
    task: request.prompt,
    depth,
    parentId: opener?.id,
    chain: opener === undefined ? [] : [...opener.chain, opener.type],
    definitions: [...(opener?.definitions ?? []), definition],
    model: undefined,
    effort: isOfConversation ? undefined : request.effort,
    callId: call.callId,
    messageId: call.messageId,
    isTeammate,
    isPlanApproved: false,
    mode: undefined,
    state: 'running',
    isBackground,
    stoppedBy: undefined,
    run: undefined,
    closed: Promise.resolve(),
  };
  return { status: 'planned', entry, pool, definition, isIsolated };
}

function definitionFor(
  { type }: SpawnRequest,
  { types: { definitions, problems } }: SpawnScope,
): AgentDefinition | Refused {
  const wanted = type ?? DEFAULT_AGENT;
  const found = definitions.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const names = definitions.map(({ name }) => name);
  const near = nearestName(wanted, names);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  const count = problems.length === 1 ? 'One file has' : `${problems.length} files have`;
  const broken = problems.length === 0 ? '' : ` ${count} problems: /agents lists them.`;
  return refuse(
    'unknown-agent-type',
    `There is no agent type ${JSON.stringify(wanted)}.${meant} Available: ${names.join(', ') || 'none'}.${broken}`,
  );
}

function beyondLimits(
  isolation: string | undefined,
  depth: number,
  { limits, running, parent }: SpawnScope,
): Refused | undefined {
  if (isolation !== undefined && isolation !== 'worktree') {
    return refuse(
      'no-isolation',
      `Isolation ${JSON.stringify(isolation)} is not supported, and the agent was not started without it. Pass isolation: worktree, or leave it out.`,
    );
  }
  if (depth > limits.maxDepth)
    return refuse('too-deep', `Agents can be nested ${limits.maxDepth} deep. Do the work yourself.`);
  if (running >= limits.maxRunning) {
    return refuse(
      'too-many-agents',
      `Concurrent subagent limit reached: ${running} agents are running. Wait until one has ended.`,
    );
  }
  return parent.budgetLeftUsd === 0
    ? refuse('no-budget', "The session's budget is used up, so no agent can be started.")
    : undefined;
}

/** The tools of a parent that an agent gets. */
export function filtered(parent: ToolPool, selection: ToolSelection): ToolPool {
  return new FilteredPool(parent, (tool) => whyLeftOut(tool, parent, selection) === undefined, []);
}
