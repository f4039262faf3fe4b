import type { CallContext, JsonObject, ModelUsage, ThinkingEffort } from '@sluice/core';
import type { UsedModel } from '../loop/agent-event.ts';
import type { AgentTypes } from '../agent-definitions/agent-definition.ts';

/** What a call of the Agent tool wants. */
export interface SpawnRequest {
  /** A few words for the user. */
  readonly description: string;
  readonly prompt: string;
  /** Default: `general-purpose`. */
  readonly type: string | undefined;
  /** As `--model` accepts it. */
  readonly model: string | undefined;
  readonly effort: ThinkingEffort | undefined;
  /** Default: as its definition says, else yes. */
  readonly isBackground: boolean | undefined;
  /** The name by which it can be addressed. */
  readonly name: string | undefined;
  readonly isolation: string | undefined;
  /** JSON schema of an object: its answer must fit. Default: it answers with text. */
  readonly schema?: JsonObject | undefined;
  /** It is waited for to its end, and never moves to the background. Default false. */
  readonly isOfWorkflow?: boolean | undefined;
}

/** The call that opens an agent. */
export interface SpawnCall {
  readonly callId: string;
  readonly messageId: string;
  /** The agent that makes the call. Undefined: the main one. */
  readonly agentId: string | undefined;
  /** Aborts when the call is stopped. */
  readonly signal: AbortSignal;
  /** Gives the call's slot back while it waits. */
  idle<Value>(wait: Promise<Value>): Promise<Value>;
  progress(progress: AgentProgress): void;
}

export type Spawned =
  | { readonly status: 'refused'; readonly code: string; readonly message: string }
  /** It works in the background. */
  | {
      readonly status: 'launched';
      readonly agentId: string;
      readonly type: string;
      readonly model: string;
      /** Absolute: grows while it works. */
      readonly outputFile: string;
      readonly notes: readonly string[];
    }
  | { readonly status: 'ended'; readonly report: AgentReport };

/** How the work of an agent came to its end. */
export interface AgentReport {
  readonly agentId: string;
  readonly type: string;
  readonly model: string;
  readonly outcome: 'completed' | 'failed' | 'stopped';
  /** Why it failed or was stopped, as a clause. */
  readonly reason: string | undefined;
  /** Only the user may have it go on. */
  readonly isStoppedByUser: boolean;
  /** Its last text, bounded and safe to show to a model; what it had found until then if it did not complete. */
  readonly text: string;
  /** What it answered with, if its answer had to fit a schema. */
  readonly output?: { readonly value: unknown } | undefined;
  /** What else its reader should know, one sentence each. */
  readonly notes: readonly string[];
  /** A worktree of its own that holds its changes. Undefined: it had none, or changed nothing there. */
  readonly worktree?: { readonly path: string; readonly branch: string | undefined } | undefined;
  readonly usage: ModelUsage;
  readonly models: readonly UsedModel[];
  readonly totalTokens: number;
  readonly toolUses: number;
  /** Names of the tools that it used, in order of first use. */
  readonly toolsUsed: readonly string[];
  readonly toolStats: ToolStats;
  readonly durationMs: number;
}

/** Calls of an agent by kind, and what they changed. */
export interface ToolStats {
  readonly readCount: number;
  readonly searchCount: number;
  readonly bashCount: number;
  readonly otherToolCount: number;
  /** Different files. */
  readonly editFileCount: number;
  readonly linesAdded: number;
  readonly linesRemoved: number;
}

/** How far an agent has come. */
export interface AgentProgress {
  readonly agentId: string;
  readonly type: string;
  readonly description: string;
  readonly toolUses: number;
  readonly totalTokens: number;
  readonly durationMs: number;
  readonly lastTool: string | undefined;
}

export type SubAgentState =
  | 'running'
  | 'waiting-for-approval'
  | 'completed'
  | 'failed'
  | 'stopped'
  /** Its program ended before it did. */
  | 'lost';

export interface SubAgentInfo {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly state: SubAgentState;
  readonly description: string;
  readonly isBackground: boolean;
  /** 1 for an agent that the main one opened. */
  readonly depth: number;
  /** The agent that opened it. Undefined: the main one. */
  readonly parentId: string | undefined;
  /** Absolute. */
  readonly transcriptPath: string;
}

export interface SentMessage {
  readonly to: string;
  readonly text: string;
  /** The message as an object with a type, if it is one. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly summary: string | undefined;
  /** The agent that sends it. Undefined: the main one. */
  readonly from: string | undefined;
  /** The sender gets a message when the agent has nothing more to do. Default false. */
  readonly notifyWhenIdle?: boolean | undefined;
}

/** The agents that work together in a session. The main agent leads it. */
export interface TeamInfo {
  readonly name: string;
  /** Names of the teammates, in the order in which they joined. */
  readonly members: readonly string[];
  /** Those that work. */
  readonly working: readonly string[];
}

export type SendResult =
  /** `resumed`: the agent had ended and works again, in the background. */
  | { readonly ok: true; readonly deliveredTo: string; readonly resumed: boolean }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** A call among those of all agents: its own id may come again in another message. */
export type CallKey = Pick<CallContext, 'messageId' | 'callId'>;

/** What the tools of sub-agents need from their session. */
export interface SubAgentPort {
  types(): Promise<AgentTypes>;
  /** Why the agent of this call needs the user's approval, as a clause. Undefined: it doesn't. */
  whyAsk(call: CallKey): string | undefined;
  spawn(request: SpawnRequest, call: SpawnCall): Promise<Spawned>;
  send(message: SentMessage): Promise<SendResult>;
  /** All agents of the session except the main one, in the order in which they began. */
  list(): readonly SubAgentInfo[];
  /** Undefined: the session has no team. */
  team(): TeamInfo | undefined;
  /** All teammates leave the team. False: some still work, so none has left. */
  deleteTeam(): boolean;
  /**
   * The session ends: teammates that work are asked to shut down, and stopped after ten seconds, or when `signal` is aborted. Settles when
   * none works.
   */
  tearDown(signal: AbortSignal): Promise<void>;
  /** False: no agent of this id is waited for. */
  moveToBackground(id: string): boolean;
  /** Called at most once a second for each agent. Must not throw. Returns a function that unsubscribes. */
  onProgress(listener: (progress: AgentProgress) => void): () => void;
}
