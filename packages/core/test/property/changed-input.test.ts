import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isCallInquiry,
  isJsonObject,
  createPermissionState,
  getOwn,
  type Asker,
  type Clock,
  type Hook,
} from '../../src/index.ts';
import { createFakeClock } from '../../src/ports/memory/fake-clock.ts';
import { createMemoryStore } from '../../src/ports/memory/memory-store.ts';
import { createRuntime } from '../../src/index.ts';
import { drive } from '../support/drive.ts';
import { RUNS, toyCall, type ToyCall } from '../support/toy-calls.ts';
import { toyPolicy } from '../support/toy-permission.ts';
import { toyFiles } from '../support/toy-runtime.ts';
import { toyTools } from '../support/toy-tools.ts';
import { act, createToyWorld, look, PATHS } from '../support/toy-world.ts';

/** What happens to a call on its way: a hook or a person may send it to another path, or a person may say no. */
interface Fate {
  readonly hookPath: string | undefined;
  readonly hookMs: number;
  readonly answer: 'none' | 'allow' | 'decline' | 'refuse';
  readonly answerMs: number;
  readonly answerPath: string | undefined;
}

const otherPath = fc.option(fc.constantFrom(...PATHS), { nil: undefined, freq: 3 });
const fate: fc.Arbitrary<Fate> = fc.record({
  hookPath: otherPath,
  hookMs: fc.integer({ min: 0, max: 4 }),
  answer: fc.oneof(
    { weight: 4, arbitrary: fc.constant('none' as const) },
    { weight: 3, arbitrary: fc.constant('allow' as const) },
    fc.constantFrom('decline' as const, 'refuse' as const),
  ),
  answerMs: fc.integer({ min: 0, max: 8 }),
  answerPath: otherPath,
});

interface Fated {
  readonly call: ToyCall;
  readonly fate: Fate;
}

const REFUSED = 'refused';
const CANCELED = 'cancelled';

function redirect(call: ToyCall, path: string | undefined): ToyCall {
  return path !== undefined && (call.tool === 'Read' || call.tool === 'Write' || call.tool === 'Append')
    ? { ...call, path }
    : call;
}

function hasEffects(call: ToyCall): boolean {
  return !['Read', 'List', 'Web'].includes(call.tool);
}

function runSerially(calls: readonly Fated[]) {
  const world = createToyWorld();
  let hasEnded = false;
  const results = calls.map(({ call, fate: { hookPath, answer, answerPath } }) => {
    if (hasEnded) return CANCELED;
    if (answer === 'refuse') hasEnded = true;
    if (answer === 'refuse' || answer === 'decline') return REFUSED;
    const final = redirect(redirect(call, hookPath), answer === 'allow' ? answerPath : undefined);
    return act(world, final, look(world, final));
  });
  return { results, files: [...world.contents].sort(), cwd: world.cwd };
}

function changingHook(clock: Clock, calls: readonly Fated[]): Hook {
  return {
    event: 'PreToolUse',
    name: 'sends elsewhere',
    async run({ callId, input }) {
      const { fate, call } = calls[Number(callId.slice(1))] ?? {};
      if (fate === undefined || call === undefined) return undefined;
      if (fate.hookMs > 0) await new Promise<void>((resolve) => void clock.setTimer(fate.hookMs, resolve));
      const changed = redirect(call, fate.hookPath);
      return changed === call || !isJsonObject(input) || !('path' in changed)
        ? undefined
        : { updatedInput: { ...input, path: changed.path } };
    },
  };
}

function changingAsker(clock: Clock, calls: readonly Fated[]): Asker {
  const withdrawn = new Set<string>();
  return {
    push(request, answer) {
      if (!isCallInquiry(request)) return;
      const { fate, call } = calls[Number(request.callId.slice(1))] ?? {};
      if (fate === undefined || call === undefined) return;
      clock.setTimer(fate.answerMs, () => {
        if (withdrawn.has(request.requestId)) return;
        if (fate.answer !== 'allow') {
          answer({ behavior: 'deny', ...(fate.answer === 'decline' ? { feedback: 'no' } : {}) });
          return;
        }
        const changed = redirect(call, fate.answerPath);
        const { input } = request;
        answer({
          behavior: 'allow',
          ...(changed !== call && isJsonObject(input) && 'path' in changed
            ? { updatedInput: { ...input, path: changed.path } }
            : {}),
        });
      });
    },
    remove: (requestId) => void withdrawn.add(requestId),
    update: () => {},
  };
}

async function runForReal(calls: readonly Fated[], cap: number) {
  const clock = createFakeClock();
  const world = createToyWorld();
  const runtime = createRuntime({
    tools: toyTools(world, clock),
    cwd: '/d',
    maxConcurrency: cap,
    hooks: [changingHook(clock, calls)],
    permission: {
      policy: {
        decide: (query, snapshot) => {
          const answer = isJsonObject(query.input) ? getOwn(query.input, 'answer') : undefined;
          return toyPolicy.decide({ ...query, input: { answer } }, snapshot);
        },
      },
      state: createPermissionState({ mode: 'default', workingDirectories: ['/d'] }),
      asker: changingAsker(clock, calls),
    },
    ports: { clock, files: toyFiles(), store: createMemoryStore() },
  });
  const input = calls.map(({ call: { tool, ...rest }, fate: { answer } }, index) => ({
    id: `c${index}`,
    name: tool,
    input: { ...rest, answer },
  }));
  const events = await drive(runtime.run(input), clock);
  const results = events.flatMap((event) => {
    if (event.type !== 'tool-result') return [];
    if (event.outcome.code === 'denied') return [REFUSED];
    return event.outcome.code === 'cancelled' ? [CANCELED] : [event.result.content];
  });
  return { results, files: [...world.contents].sort(), cwd: runtime.session.cwd, events };
}

describe('serial meaning when hooks and persons change inputs and decline', () => {
  it('runs again what an earlier change overtook, and never does what a refusal would have stopped', async () => {
    let reruns = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ call: toyCall, fate }), { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 1, max: 6 }),
        async (calls, cap) => {
          const serial = runSerially(calls);
          const real = await runForReal(calls, cap);
          if (
            real.events.some(
              (event) => event.type === 'call-state' && event.attempt > 1 && event.status === 'executing',
            )
          ) {
            reruns += 1;
          }
          expect({ files: real.files, cwd: real.cwd }).toEqual({ files: serial.files, cwd: serial.cwd });
          for (const [index, { call }] of calls.entries()) {
            // What only reads may have run, or been refused, before the turn ended.
            if (serial.results[index] === CANCELED && !hasEffects(call)) continue;
            if (serial.results[index] === CANCELED) {
              expect([CANCELED, REFUSED]).toContain(real.results[index]);
            } else expect(real.results[index]).toEqual(serial.results[index]);
          }
        },
      ),
      { numRuns: RUNS },
    );
    // The property is about something: calls did begin again.
    expect(reruns).toBeGreaterThan(0);
  });
});
