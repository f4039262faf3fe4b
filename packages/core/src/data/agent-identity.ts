/** A child agent, opened by a call or a program. */
export interface AgentIdentity {
  /** Unique in the session. */
  readonly id: string;
  /** Its type, such as `Explore`. */
  readonly type: string;
  /** The call of its parent agent that opened it. Undefined: no call did. */
  readonly parentCallId?: string | undefined;
}
