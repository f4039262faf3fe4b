/** What the page shows of a session. Every text has been made harmless and shortened. Times are milliseconds since the Unix epoch. */
export interface TraceData {
  readonly version: 1;
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
  readonly start: number;
  readonly end: number;
  /** A process is using the session. */
  readonly isRunning: boolean;
  /** The main agent is the first. */
  readonly agents: readonly TraceAgent[];
  /** By agent, in the order of its journal. */
  readonly items: readonly TraceItem[];
  /** What is wrong with the journals, one sentence each. */
  readonly problems: readonly string[];
}

export interface TraceAgent {
  /** Empty: the main agent. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly status: 'running' | 'completed' | 'failed' | 'stopped' | 'lost';
  /** The agent that opened it, by id, and the item of the call that did; undefined: unknown. */
  readonly parent: string | undefined;
  readonly opener: string | undefined;
}

interface ItemBase {
  /** Unique in the trace, and the same whenever the session is collected again. */
  readonly id: string;
  readonly agent: string;
  readonly start: number;
}

export type TraceItem = TracePrompt | TraceTurn | TraceCall | TraceHook | TraceEvent;

/** What was sent to the model besides results. */
export interface TracePrompt extends ItemBase {
  readonly kind: 'prompt';
  /** Who speaks: `person`, `hook`, `task`, `note`, … */
  readonly origin: string;
  readonly text: string;
}

/** A message of the model. */
export interface TraceTurn extends ItemBase {
  readonly kind: 'turn';
  readonly end: number | undefined;
  readonly model: string;
  readonly stopReason: string;
  readonly text: string;
  readonly thinking: string;
  readonly usage: TraceUsage | undefined;
  /** US dollars; undefined: the price is unknown. */
  readonly costUsd: number | undefined;
  readonly isCut: boolean;
  readonly isDiscarded: boolean;
}

export interface TraceUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface TraceCall extends ItemBase {
  readonly kind: 'call';
  readonly end: number | undefined;
  readonly callId: string;
  /** The item of the message. */
  readonly turn: string;
  /** The item of the call that made this one. */
  readonly parent: string | undefined;
  readonly name: string;
  /** The input in one line. */
  readonly summary: string;
  /** Milliseconds in each stage, in order; stages that took no time are left out. */
  readonly stages: readonly TraceStage[];
  readonly waits: readonly TraceWait[];
  /** `running`: it has no result yet. `left-open`: it waits for a later process. `lost`: nor will it have one. */
  readonly outcome: string;
  readonly isError: boolean;
  /** Why it was denied, canceled or failed, if its result doesn't say. */
  readonly why: string;
  readonly attempts: number;
  readonly decision: TraceDecision | undefined;
  readonly hooks: readonly TraceHookRun[];
  readonly files: readonly TraceFile[];
  readonly input: string;
  readonly result: string;
  readonly notes: readonly string[];
}

export type StageName = 'received' | 'queued' | 'preparing' | 'asking' | 'running' | 'settling';

export interface TraceStage {
  readonly name: StageName;
  readonly ms: number;
}

export interface TraceWait {
  /** The item of the call that it waited for, if it waited for one. */
  readonly item: string | undefined;
  readonly callId: string | undefined;
  readonly ms: number;
  readonly why: string;
}

export interface TraceRule {
  readonly behavior: string;
  readonly text: string;
  /** `file:line`, or the source's name. */
  readonly place: string;
}

export interface TraceDecision {
  readonly behavior: string;
  readonly by: string;
  readonly reason: string;
  readonly rule: TraceRule | undefined;
  /** What demanded that someone was asked. */
  readonly asked:
    | { readonly by: string; readonly reason: string; readonly rule: TraceRule | undefined }
    | undefined;
  readonly parts: readonly TracePart[];
}

export interface TracePart {
  readonly behavior: string;
  readonly stage: string;
  readonly subject: string;
  readonly reason: string;
  readonly rule: TraceRule | undefined;
}

export interface TraceHookRun {
  readonly event: string;
  readonly hook: string;
  readonly place: string;
  readonly outcome: string;
  readonly ms: number;
  readonly said: string;
}

/** A hook that is about no call. */
export interface TraceHook extends ItemBase, TraceHookRun {
  readonly kind: 'hook';
}

export interface TraceFile {
  readonly path: string;
  readonly what: 'created' | 'changed' | 'undone';
}

/** Anything else: a summary, an interruption, a note. */
export interface TraceEvent extends ItemBase {
  readonly kind: 'event';
  readonly label: string;
  readonly text: string;
}
