/** An agent that a call, or a program, has opened beside the main one. */
export interface AgentIdentity {
  /** Unique in the session. */
  readonly id: string;
  /** What it was opened as, such as `Explore`. */
  readonly type: string;
  /** The call of the agent around it that opened it. Undefined: no call did. */
  readonly parentCallId?: string | undefined;
}
