import type { Engine } from '../engine/engine.ts';
import { Attempt } from '../engine/attempt.ts';
import { isInterrupted, type Call } from '../engine/call.ts';
import { clear, leaveSlot, leaveSlots, takePlaceWhenReady } from './start/clearance.ts';
import { compareDecided } from './decide/compare-decided.ts';
import { decide } from './decide/decide.ts';
import { endWork } from './execute/end-work.ts';
import { execute } from './execute/execute.ts';
import { finish } from './finish/finish.ts';
import { holdPaths, leavePaths } from './start/hold-paths.ts';
import { move } from './move.ts';
import { runHooks } from './hooks/run-hooks.ts';
import { messageOf } from '../tool/predicates.ts';
import { overtaken, settle } from './settle/settle.ts';
import { waitBehindSuspended } from './suspend/wait-behind-suspended.ts';
import type { Stage, StageResult } from './stage.ts';
import { validateAgainstWorld } from './validate/validate-world.ts';

/** The life of a call after lookup (1) and schema (2), which `receive` does. */
const STAGES: readonly Stage[] = [
  takeTurn,
  validateAgainstWorld, // 3
  runHooks, // 4
  decide, // 5
  clear,
  waitBehindSuspended,
  holdPaths,
  compareDecided,
  execute, // 6
  endWork,
  finish, // 7 mapping, 8 post hooks, 9 bounding
];
const FIRST_CHECK = STAGES.indexOf(validateAgainstWorld);
/** From here on the stages handle interrupts themselves. */
const AFTER_WORK = STAGES.indexOf(endWork);

/** Takes a queued call to its one result. Never throws: a bug in the engine or a port becomes the call's error. */
export function live(engine: Engine, call: Call): void {
  goOn(engine, call, 0);
}

/** Goes from one stage to the next until one has to be waited for; not an async function, because very many calls may wait. */
function goOn(engine: Engine, call: Call, from: number): void {
  try {
    for (let index: number | undefined = from; index !== undefined;) {
      const at: number = index;
      const answer = answerOf(engine, call, at);
      if (typeof answer !== 'string') {
        answer.then(
          (result) => hear(engine, call, at, result),
          (error: unknown) => fail(engine, call, error),
        );
        return;
      }
      index = following(engine, call, at, answer);
    }
  } catch (error) {
    fail(engine, call, error);
  }
}

function hear(engine: Engine, call: Call, at: number, result: StageResult): void {
  try {
    const index = following(engine, call, at, result);
    if (index !== undefined) goOn(engine, call, index);
  } catch (error) {
    fail(engine, call, error);
  }
}

function answerOf(engine: Engine, call: Call, at: number): StageResult | Promise<StageResult> {
  if (at < AFTER_WORK && isInterrupted(call)) return overtaken(engine, call);
  return STAGES[at]?.(engine, call) ?? 'settled';
}

/** The next stage after this answer; undefined if the call has its result. */
function following(engine: Engine, call: Call, at: number, result: StageResult): number | undefined {
  switch (result) {
    case 'next':
      return at + 1;
    case 'recheck':
      leaveSlot(engine, call);
      return FIRST_CHECK;
    case 'again':
      restart(engine, call);
      return 0;
    case 'settled':
      return undefined;
    default:
      return result satisfies never;
  }
}

function fail(engine: Engine, call: Call, error: unknown): void {
  const message = `An internal error stopped this call, which may already have taken effect: ${messageOf(error)}`;
  settle(engine, call, { code: 'tool-error', errorCode: 'engine-failed', message });
}

/** Waits until no earlier call conflicts and there is room to prepare this one. */
function takeTurn(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  if (!call.isReady || !engine.schedule.preparing.takeNow()) return waitForTurn(engine, call);
  call.holdsPreparingSlot = true;
  move(engine, call, 'queued', { status: 'preparing' });
  return 'next';
}

function waitForTurn(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  return isInterrupted(call) ? overtaken(engine, call) : takePlaceWhenReady(engine, call, beginTurn);
}

function beginTurn(engine: Engine, call: Call): StageResult {
  if (isInterrupted(call)) return overtaken(engine, call);
  move(engine, call, 'queued', { status: 'preparing' });
  return 'next';
}

/** Back to `queued`, in its own place, with a new attempt. */
function restart(engine: Engine, call: Call): void {
  leaveSlots(engine, call);
  leavePaths(call);
  call.mustRestart = false;
  call.waiting = undefined;
  const { number, verdicts } = call.attempt;
  const { status } = call.state;
  if (status === 'received' || status === 'queued' || status === 'released') {
    call.attempt = new Attempt<Call>(number, verdicts);
    return;
  }
  call.attempt = new Attempt(number + 1, verdicts);
  move(engine, call, status, { status: 'queued' });
}

/** Runs a settled call without effects again, because an earlier call's input has changed. */
export function rerun(engine: Engine, call: Call): void {
  restart(engine, call);
  call.group.scheduler.reclaim(call);
  live(engine, call);
}
