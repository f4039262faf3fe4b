import type { RunEvent } from '../engine/events.ts';
import type { Asker } from '../permission/ask/asker.ts';

export interface MessageOptions {
  /** Used once in a session. Default: the engine assigns one. */
  readonly id?: string;
  /** Who is asked about calls of this message. Default: the runtime's. */
  readonly asker?: Asker;
  /** Whether a call that needs a person waits for one or stays open. Default: the runtime's. */
  readonly asks?: 'wait' | 'suspend';
  /** Aborting it cancels every call of the message. */
  readonly signal?: AbortSignal;
  /** Called with each event of the message, as in a run. Must not throw. */
  readonly onEvent?: (event: RunEvent) => void;
}

/** How a message ended. */
export interface MessageEnd {
  /** As the model API gave it. Default `tool_use`. */
  readonly stopReason?: string;
  /** With `max_tokens`, the last call may be incomplete. Default: there was a call. */
  readonly lastBlockIsCall?: boolean;
}
