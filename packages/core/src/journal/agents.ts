import type { PermissionMode } from '../data/permission-mode.ts';
import type { JournalEntry } from '../ports/journal-entry.ts';

/** A child agent as recorded in a session's journals. */
export interface JournaledAgent {
  readonly agentId: string;
  readonly agentType: string;
  readonly model: string;
  /** The call that opened it, if one did. */
  readonly callId: string | undefined;
  /** The message of that call. */
  readonly messageId: string | undefined;
  /** How it is addressed. */
  readonly name: string;
  readonly description: string;
  /** Undefined: the journal doesn't have it. */
  readonly task: string | undefined;
  readonly isTeammate: boolean;
  /** It began in this mode, which it never leaves. */
  readonly mode: PermissionMode | undefined;
  /** The leader has approved its plan. */
  readonly isPlanApproved: boolean;
  /** The types of the agents around it, outermost first. */
  readonly chain: readonly string[];
  /** Name of the worktree that it works in. Undefined: it works where the session does. */
  readonly worktree: string | undefined;
  /** `lost`: it had not ended when its program did. */
  readonly status: 'completed' | 'failed' | 'stopped' | 'lost';
  /** The user stopped it. */
  readonly isStoppedByUser: boolean;
}

/** Agents in the order in which they started; for one that was resumed, the latest end counts. */
export function journaledAgents(entries: readonly JournalEntry[]): readonly JournaledAgent[] {
  const agents = new Map<string, JournaledAgent>();
  for (const entry of entries) {
    if (entry.type === 'agent-began') {
      const { agentId, agentType, model, callId, name = agentType, description = '', chain = [] } = entry;
      const isTeammate = entry.isTeammate === true;
      agents.set(agentId, {
        ...{ agentId, agentType, model, callId, name, description, isTeammate, chain },
        task: entry.task ?? agents.get(agentId)?.task,
        mode: entry.mode,
        messageId: entry.messageId ?? agents.get(agentId)?.messageId,
        isPlanApproved: agents.get(agentId)?.isPlanApproved ?? false,
        worktree: entry.worktree,
        status: 'lost',
        isStoppedByUser: false,
      });
    } else if (entry.type === 'agent-ended' || entry.type === 'agent-plan-approved') {
      const began = agents.get(entry.agentId);
      if (began === undefined) continue;
      const change =
        entry.type === 'agent-ended'
          ? { status: entry.status, isStoppedByUser: entry.isStoppedByUser === true }
          : { isPlanApproved: true };
      agents.set(entry.agentId, { ...began, ...change });
    }
  }
  return [...agents.values()];
}
