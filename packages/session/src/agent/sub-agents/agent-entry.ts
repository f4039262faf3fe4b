import type { AgentDefinition, SendResult, SpawnRequest, SubAgentState } from '@sluice/agent';
import type { PermissionMode } from '@sluice/core';
import type { TaskStopper } from '@sluice/tools';
import type { SessionParts } from '../../parts/session-parts.ts';
import type { AgentRun } from './run/agent-run.ts';

/** An agent of this session, whether it works or not. */
export interface AgentEntry {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  /** Its first prompt. Undefined: an earlier program opened it, and the journal doesn't have it. */
  readonly task: string | undefined;
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
  /** The message of that call. */
  readonly messageId: string | undefined;
  readonly isTeammate: boolean;
  /** Name of the worktree that it works in, its own or that of an agent around it. */
  readonly worktree: string | undefined;
  state: SubAgentState;
  isBackground: boolean;
  stoppedBy: TaskStopper | undefined;
  run: AgentRun | undefined;
  /** It began in this mode, which it never leaves. */
  mode: PermissionMode | undefined;
  /** The leader has approved its plan: it may leave plan mode. */
  isPlanApproved: boolean;
  /** Settles when the run and its agent have ended. */
  closed: Promise<unknown>;
  /** Settles when it works again; a message wakes it. */
  waking?: Promise<SendResult> | undefined;
}

type JournaledAgent = SessionParts['session']['agents'][number];

/** An agent that an earlier program of the session opened. */
export function journaledEntry(journaled: JournaledAgent, isTeammate: boolean): AgentEntry {
  const { agentId, agentType, status, name, description, task, model, callId, messageId, chain, worktree } =
    journaled;
  return {
    id: agentId,
    name,
    type: agentType,
    description,
    task,
    model,
    effort: undefined,
    callId,
    messageId,
    isTeammate,
    isPlanApproved: isTeammate && journaled.isPlanApproved,
    mode: journaled.mode,
    worktree,
    chain,
    depth: chain.length + 1,
    parentId: undefined,
    definitions: undefined,
    state: status,
    isBackground: true,
    stoppedBy: journaled.isStoppedByUser ? 'person' : undefined,
    run: undefined,
    closed: Promise.resolve(),
  };
}

/** The run of an agent that works. */
export function openRun(entry: AgentEntry | undefined): AgentRun | undefined {
  const run = entry?.run;
  return run?.isOpen === true ? run : undefined;
}
