import type { Engine } from '../../engine/engine.ts';
import type { SlotWaiter } from '../../schedule/slots.ts';
import { isInterrupted, wait, type Call, type Waiting } from '../../engine/call.ts';
import { noteWaitSince } from '../note-wait.ts';
import type { StageResult } from '../stage.ts';

/**
 * Between permission and start: a call with effects waits for the verdicts of all earlier calls of its message, every call for a free
 * slot. A prepared call that waits for a slot keeps its preparation slot, which limits how far preparation runs ahead; one that waits for
 * a person or for verdicts does not, because nothing that runs ahead may delay it.
 */
export function clear(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  call.group.gate.mark(call.index);
  if (call.hasEffects && closedGate(call) !== undefined) return waitForVerdicts(engine, call);
  return takeSlot(engine, call);
}

async function waitForVerdicts(engine: Engine, call: Call): Promise<StageResult> {
  const since = engine.ports.clock.now();
  while (!isInterrupted(call)) {
    const closed = closedGate(call);
    if (closed === undefined) {
      noteWaitSince(engine, call, since, 'earlier calls had not been decided yet');
      return takeSlot(engine, call);
    }
    leavePreparingSlot(engine, call);
    let stop: (() => void) | undefined;
    await wait(call, (resolve) => {
      stop = closed.group.gate.whenOpen(closed.index, resolve);
    });
    stop?.();
  }
  return 'next';
}

/** The call itself, or an enclosing one, that still waits for the verdict of an earlier one. */
function closedGate(call: Call): Call | undefined {
  for (let inner: Call | undefined = call; inner !== undefined; inner = inner.parent) {
    if (!inner.group.gate.isOpenFor(inner.index)) return inner;
  }
  return undefined;
}

/** Holds a slot when it returns, unless the call was interrupted. */
function takeSlot(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  if (engine.schedule.slots.takeNow()) return holdSlot(engine, call);
  return new Promise((resolve) => {
    const wait = new SlotWait(engine, call, resolve);
    call.waiting = wait;
    engine.schedule.slots.acquire(wait);
  });
}

function holdSlot(engine: Engine, call: Call): StageResult {
  call.holdsSlot = true;
  leavePreparingSlot(engine, call);
  return 'next';
}

/** A class, like the other one: very many calls may wait, and one object for each takes less memory than closures. */
class SlotWait implements SlotWaiter, Waiting {
  readonly #engine: Engine;
  readonly #call: Call;
  readonly #resolve: (answer: StageResult) => void;
  readonly #since: number;
  readonly rootOrder: number;
  readonly sequence: number;
  isGone = false;

  constructor(engine: Engine, call: Call, resolve: (answer: StageResult) => void) {
    this.#engine = engine;
    this.#call = call;
    this.#resolve = resolve;
    this.#since = engine.ports.clock.now();
    this.rootOrder = call.rootOrder;
    this.sequence = call.order;
  }

  onSlot(): void {
    this.#call.waiting = undefined;
    noteWaitSince(this.#engine, this.#call, this.#since, 'the maximum number of calls was already running');
    this.#resolve(holdSlot(this.#engine, this.#call));
  }

  wake(): void {
    this.#call.waiting = this;
    if (!isInterrupted(this.#call)) return;
    this.#engine.schedule.slots.forget(this);
    this.#resolve('next');
  }
}

/**
 * Holds a preparation slot when `begin` is called, unless the call was interrupted. The slot is requested exactly when the call is ready,
 * so that a call earlier in order is never overtaken by one that has waited longer; a slot that arrives when an earlier call conflicts
 * again is released.
 */
export function takePlaceWhenReady(engine: Engine, call: Call, begin: Begin): Promise<StageResult> {
  return new Promise((resolve) => {
    const wait = new TurnWait(engine, call, begin, resolve);
    call.waiting = wait;
    if (call.isReady) wait.enter();
    else call.turn = wait;
  });
}

type Begin = (engine: Engine, call: Call) => StageResult;

class TurnWait implements SlotWaiter, Waiting {
  readonly #engine: Engine;
  readonly #call: Call;
  readonly #begin: Begin;
  readonly #resolve: (answer: StageResult) => void;
  readonly rootOrder: number;
  readonly sequence: number;
  /** Whether it is not in the queue for a slot. */
  isGone = true;

  constructor(engine: Engine, call: Call, begin: Begin, resolve: (answer: StageResult) => void) {
    this.#engine = engine;
    this.#call = call;
    this.#begin = begin;
    this.#resolve = resolve;
    this.rootOrder = call.rootOrder;
    this.sequence = call.order;
  }

  /** Called when no earlier call conflicts any more. */
  enter(): void {
    this.#call.turn = undefined;
    this.isGone = false;
    this.#engine.schedule.preparing.acquire(this);
  }

  onSlot(): void {
    const call = this.#call;
    call.holdsPreparingSlot = true;
    if (call.isReady) this.#end();
    else {
      leavePreparingSlot(this.#engine, call);
      call.turn = this;
    }
  }

  wake(): void {
    const call = this.#call;
    call.waiting = this;
    if (!isInterrupted(call)) return;
    call.turn = undefined;
    this.#engine.schedule.preparing.forget(this);
    this.#end();
  }

  #end(): void {
    this.#call.waiting = undefined;
    this.#resolve(this.#begin(this.#engine, this.#call));
  }
}

export function leaveSlot(engine: Engine, call: Call): void {
  if (!call.holdsSlot) return;
  call.holdsSlot = false;
  engine.schedule.slots.release();
}

export function leavePreparingSlot(engine: Engine, call: Call): void {
  if (!call.holdsPreparingSlot) return;
  call.holdsPreparingSlot = false;
  engine.schedule.preparing.release();
}

export function leaveSlots(engine: Engine, call: Call): void {
  leavePreparingSlot(engine, call);
  leaveSlot(engine, call);
}
