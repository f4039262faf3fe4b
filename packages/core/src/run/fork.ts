import { holdPathsOfRunning, openedAgent } from '../call/start/hold-paths.ts';
import type { Asker } from '../permission/ask/asker.ts';
import { deriveState } from '../permission/context/derive-state.ts';
import type { PermissionState } from '../permission/context/state.ts';
import type { Journal } from '../ports/journal.ts';
import type { AgentIdentity } from '../data/agent-identity.ts';
import type { Engine } from '../engine/engine.ts';
import type { RuntimeOptions } from '../engine/options.ts';

/** What an agent has of its own. Everything else in `RuntimeOptions` is its parent's. */
export interface ForkOptions extends Partial<
  Pick<
    RuntimeOptions,
    | 'tools'
    | 'cwd'
    | 'hooks'
    | 'maxConcurrency'
    | 'messages'
    | 'loadHint'
    | 'extension'
    | 'isStanding'
    | 'attachments'
    | 'stopWanted'
    | 'onSessionChange'
    | 'parentMessageId'
    | 'resume'
    | 'isJournalDamaged'
    | 'lostLines'
  >
> {
  readonly agent: AgentIdentity;
  /** Name shown to users: the last in its chain. Default: its type. */
  readonly name?: string;
  /** Names of the agents around it, outermost first. Default: those of `engine` and its own. */
  readonly agentsAround?: readonly string[] | undefined;
  /** Default: derived from the parent's, with nothing of its own. */
  readonly permission?: PermissionState;
  /** Default: nothing is journaled. */
  readonly journal?: Journal | undefined;
  /** Default: the parent's, which gets the chain. */
  readonly asker?: Asker | undefined;
  /** Wraps the parent's asker, looked up for each ask. Default: it is asked itself. */
  readonly askerAround?: ((parents: Asker | undefined) => Asker | undefined) | undefined;
}

/** The options of an engine for an agent that works alongside `engine`'s; from now on the calls of both hold their paths. */
export function forkOptions(engine: Engine, parent: RuntimeOptions, own: ForkOptions): RuntimeOptions {
  const { agent, name = agent.type, permission, journal, asker, askerAround, agentsAround, ...rest } = own;
  const agentChain = [...(agentsAround ?? engine.agent.chain), name];
  if (!engine.agent.family.isShared) {
    engine.agent.family.isShared = true;
    holdPathsOfRunning(engine);
  }
  const opener = engine.schedule.running.find(({ id }) => id === agent.parentCallId);
  if (opener !== undefined) openedAgent(opener);
  const { journal: _journal, ...ports } = parent.ports;
  const { state, asker: _asker, ...decides } = parent.permission;
  return {
    scheduling: parent.scheduling,
    start: parent.start,
    cascade: parent.cascade,
    graceMs: parent.graceMs,
    conflictWaitMs: parent.conflictWaitMs,
    messageBudget: parent.messageBudget,
    resultLimits: parent.resultLimits,
    callTimeoutMs: parent.callTimeoutMs,
    redact: parent.redact,
    toolAliases: parent.toolAliases,
    arrival: parent.arrival,
    whyMissing: parent.whyMissing,
    sessionId: parent.sessionId,
    ...rest,
    maxConcurrency: own.maxConcurrency ?? parent.maxConcurrency,
    hooks: own.hooks ?? parent.hooks,
    tools: own.tools ?? engine.tools.pool,
    cwd: own.cwd ?? engine.session.cwd,
    root: engine.agent.rootState,
    parentMessageId: own.parentMessageId ?? opener?.group.messageId,
    agent,
    agentChain,
    permission: {
      ...decides,
      state: permission ?? deriveState(state),
      // Looked up for each ask, like the parent's.
      get asker() {
        if (askerAround !== undefined) return askerAround(parent.permission.asker);
        return asker ?? parent.permission.asker;
      },
    },
    ports: { ...ports, journal },
  };
}
