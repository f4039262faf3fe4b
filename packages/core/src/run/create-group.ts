import type { Call } from '../engine/call.ts';
import { demandsOf } from '../call/demands-of.ts';
import { rerun } from '../call/life.ts';
import { notify } from '../engine/call.ts';
import { applyLateChange } from '../call/finish/change-context.ts';
import { move } from '../call/move.ts';
import { noteConflict } from '../call/note-wait.ts';
import { onShut, receive } from '../call/receive/receive.ts';
import { Scheduler } from '../schedule/scheduler.ts';
import { createVerdictGate } from '../schedule/verdict-gate.ts';
import type { Engine } from '../engine/engine.ts';
import type { Group } from '../engine/call.ts';

/** The one scheduler of a runtime's top-level calls, or of the calls that one call makes. */
export function createCallScheduler(engine: Engine): Scheduler<Call> {
  return new Scheduler<Call>({
    demandsOf: (call) => demandsOf(engine, call),
    onReady: (call, after) => {
      if (after !== undefined) noteConflict(engine, call, after);
      call.turn?.enter();
    },
    onShut,
  });
}

export function createGroup(
  engine: Engine,
  options: Pick<
    Group,
    | 'messageId'
    | 'parent'
    | 'scheduler'
    | 'emit'
    | 'emitState'
    | 'notifyInProgress'
    | 'onSettled'
    | 'isAlone'
    | 'asker'
    | 'asks'
    | 'onAllowed'
  >,
): Group {
  const group: Group = {
    ...options,
    gate: createVerdictGate(),
    calls: [],
    failedGroups: new Map(),
    leftOpen: [],
    unjournaled: new Set(),
    interrupted: undefined,
    isDiscarded: false,
    rerun: (call) => rerun(engine, call),
    openNested: (parent) => openNested(engine, group, parent),
    receiveNested: () => {
      throw new Error('Only a group of nested calls receives them.');
    },
  };
  return group;
}

/** Nested calls are ordered among themselves; against all others they are covered by their parent's claims. */
function openNested(engine: Engine, outer: Group, parent: Call): Group {
  const waiting = new Map<Call, (call: Call) => void>();
  let count = 0;
  let intake: Promise<unknown> | undefined;
  const base = createGroup(engine, {
    messageId: outer.messageId,
    parent,
    scheduler: createCallScheduler(engine),
    emit: outer.emit,
    emitState: outer.emitState,
    notifyInProgress: outer.notifyInProgress,
    asker: outer.asker,
    onSettled: (call) => {
      const { result } = call;
      if (result === undefined) return;
      move(engine, call, 'settled', { status: 'released', outcome: result.outcome });
      parent.fromNested ??= { additionalContext: [], stop: undefined };
      parent.fromNested.additionalContext.push(...result.additionalContext);
      parent.fromNested.stop ??= result.stop;
      if (result.newMessages.length > 0)
        (parent.attempt.newMessagesOfNested ??= []).push(...result.newMessages);
      changeContext();
      const onDone = waiting.get(call);
      waiting.delete(call);
      if (onDone === undefined) settledEarly.add(call);
      else onDone(call);
      notify(parent);
    },
  });
  let changedUpTo = 0;
  /** Undeclared context changes, in call order. */
  const changeContext = (): void => {
    for (let call = base.calls[changedUpTo]; call?.result !== undefined; call = base.calls[changedUpTo]) {
      applyLateChange(engine, call);
      changedUpTo += 1;
    }
  };
  /** Settled before `receive` returned them. */
  const settledEarly = new Set<Call>();
  base.isDiscarded = outer.isDiscarded;

  const group: Group = Object.assign(base, {
    receiveNested: (
      { name, input }: { name: string; input: unknown },
      onDone: (call: Call) => void,
    ): void => {
      count += 1;
      const incoming = { id: `${parent.id}/${count}`, name, input: { kind: 'value' as const, value: input } };
      const accept = (call: Call): void => {
        if (settledEarly.delete(call)) onDone(call);
        else waiting.set(call, onDone);
      };
      const add = (): Promise<void> | undefined => {
        const received = receive(engine, group, incoming);
        if (received instanceof Promise) return received.then(accept);
        accept(received);
        return undefined;
      };
      const pending = intake === undefined ? add() : intake.then(add);
      if (pending === undefined) return;
      intake = pending;
      void pending.then(() => {
        if (intake === pending) intake = undefined;
      });
    },
  });
  return group;
}
