import type { Engine } from '../../engine/engine.ts';
import { resolvePaths } from '../../schedule/demands.ts';
import { isCurrent, type Work } from '../../engine/work.ts';
import { isInterrupted, isStopped, type Call } from '../../engine/call.ts';
import { leaveSlots } from './clearance.ts';
import { declaredClaims } from '../declared-claims.ts';
import { noteWaitSince } from '../note-wait.ts';
import type { StageResult } from '../stage.ts';

/**
 * Between agents, a call holds its paths from here until it has settled, so two agents never write one file at once. One that has to wait
 * releases its slot and is checked again when its turn comes, because another agent has changed the files. It keeps what it holds
 * meanwhile, unless a person has to be asked.
 */
export function holdPaths(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  if (!engine.agent.family.isShared || call.pathHold !== undefined) return 'next';
  return new Promise<StageResult>((resolve) => {
    let hasWaited = false;
    const since = engine.ports.clock.now();
    const proceed = (): void => {
      call.waiting = undefined;
      if (hasWaited) noteWaitSince(engine, call, since, 'another agent was using the same files');
      resolve(hasWaited && !isInterrupted(call) ? 'recheck' : 'next');
    };
    if (request(engine, call, proceed)) {
      proceed();
      return;
    }
    hasWaited = true;
    leaveSlots(engine, call);
    const waiting = {
      wake() {
        if (isInterrupted(call)) leavePaths(call);
        else call.waiting = waiting;
      },
    };
    waiting.wake();
  });
}

/** True: the call holds its paths, or has none to hold. */
function request(engine: Engine, call: Call, onDecided: () => void): boolean {
  const { cwd } = engine.session;
  const claims = call.hasOpenedAgent ? undefined : declaredClaims(call, cwd);
  if (claims === undefined) return true;
  const demands = resolvePaths(claims, cwd, engine.ports.files);
  if (demands.size === 0) return true;
  call.pathHold = engine.agent.family.pathHolds.request(engine, demands, onDecided);
  return call.pathHold.isHeld;
}

export function leavePaths(call: Call): void {
  call.pathHold?.release();
  call.pathHold = undefined;
}

/** Reacquires the paths that a call released while it waited for something else; ends early if it is stopped. */
export async function regainPaths(engine: Engine, work: Work): Promise<void> {
  const { call } = work;
  const isNeeded = (): boolean => isCurrent(work) && !isStopped(call) && call.nestedOutstanding === 0;
  if (!engine.agent.family.isShared || call.pathHold !== undefined || !isNeeded()) return;
  const stop = (): void => leavePaths(call);
  await new Promise<void>((resolve) => {
    if (request(engine, call, resolve)) {
      resolve();
      return;
    }
    call.onStopped ??= new Set();
    call.onStopped.add(stop);
  });
  call.onStopped?.delete(stop);
  if (!isNeeded()) leavePaths(call);
}

/** Calls that started while their agent was the only one hold their paths from now on. */
export function holdPathsOfRunning(engine: Engine): void {
  for (const call of engine.schedule.running)
    if (call.nestedOutstanding === 0) request(engine, call, () => {});
}

/** A call that opens an agent, and enclosing ones, hold nothing from then on: the work is done by that agent. */
export function openedAgent(call: Call): void {
  for (let outer: Call | undefined = call; outer !== undefined; outer = outer.parent) {
    outer.hasOpenedAgent = true;
    leavePaths(outer);
  }
}
