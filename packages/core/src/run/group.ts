import type { Call } from '../call/call.ts';
import type { CallStatus } from '../call/state.ts';
import type { Asker } from '../permission/asker.ts';
import type { CancelReason } from '../call/outcome/outcome.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import type { VerdictGate } from '../schedule/verdict-gate.ts';
import type { NestedCall } from '../tool/context.ts';
import type { RunEventBody } from './events.ts';

/** Calls that are ordered among themselves: those of one message, or those that one call makes. */
export interface Group {
  readonly messageId: string;
  readonly parent: Call | undefined;
  readonly scheduler: Scheduler<Call>;
  readonly gate: VerdictGate;
  readonly calls: Call[];
  readonly emit: (body: RunEventBody) => void;
  readonly emitState: (call: Call, status: CallStatus, time: number) => void;
  /** The set of running calls has changed. */
  readonly tellInProgress: () => void;
  /** Whether its call is the only one of a message: unknown until that is whole. Undefined: the calls are made by another. */
  readonly isAlone?: (() => 'yes' | 'no' | 'unknown') | undefined;
  /** Runs a settled call without effects once more. */
  readonly rerun: (call: Call) => void;
  /** A group for the calls that `parent` makes. */
  readonly openNested: (parent: Call) => Group;
  /** Receives a nested call; `onDone` gets it when it has its result. */
  readonly receiveNested: (nested: NestedCall, onDone: (call: Call) => void) => void;
  /** The call has its one result. */
  readonly onSettled: (call: Call) => void;
  /** Who is asked about its calls. Default: the engine's. */
  readonly asker?: Asker | undefined;
  /** The decision lets the call run, as things are. */
  readonly onAllowed?: ((call: Call) => void) | undefined;
  /** Nothing new starts: reason of the interrupt, or of the refusal that ended the turn. */
  interrupted: CancelReason | undefined;
  /** The first failing call of each error group (`onError`). */
  readonly failedGroups: Map<string, Call>;
  /** Calls whose coming could not be journaled yet, in order. */
  readonly unjournaled: Set<Call>;
  isDiscarded: boolean;
}
