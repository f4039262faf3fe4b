import type { JsonObject } from '../data/json.ts';

/** A call that a message ended without. */
export interface OpenAskedCall {
  readonly callId: string;
  readonly toolName: string;
  readonly input: JsonObject;
  /** Answer it with `runtime.answer`. Undefined: it waits behind another one. */
  readonly requestId: string | undefined;
  readonly reason: string;
}
