import type { Engine } from '../engine/engine.ts';
import type { Call } from '../engine/call.ts';

/**
 * What a stage returns: continue with the next stage; `recheck`: repeat the checks and the decision; `again`: back into the queue, in the
 * call's own place; `settled`: the call has its one result.
 */
export type StageResult = 'next' | 'recheck' | 'again' | 'settled';

export type Stage = (engine: Engine, call: Call) => StageResult | Promise<StageResult>;
