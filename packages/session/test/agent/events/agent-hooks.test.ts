import type { JsonObject } from '@sluice/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  agentHooks,
  createLocalRuntime,
  type SessionHook,
  type SessionHookEvent,
  type SessionHookOf,
} from '../../../../sluice/src/index.ts';
import type { BackgroundTask } from '@sluice/tools';
import { scratch } from '../../../../sluice/test/cli/exec/support/scratch.ts';

const NEVER = new AbortController().signal;

/** The hooks of an agent whose runtime has these functions. */
async function open(hooks: readonly SessionHook[], tasks: readonly BackgroundTask[] = []) {
  const runtime = await createLocalRuntime({ cwd: scratch(), hooks });
  onTestFinished(async () => void (await runtime.dispose()));
  const about = () => ({ model: 'the-model', title: 'Mending' });
  return agentHooks(
    { ...runtime.agent, tasks: { list: () => tasks } },
    () => ({ cwd: runtime.session.cwd }),
    undefined,
    about,
  );
}

/** A function that keeps what it is told. */
function keeping<Event extends SessionHookEvent>(
  event: Event,
  told: object[],
  matcher?: string,
): SessionHookOf<Event> {
  return {
    event,
    name: `of ${event}`,
    ...(matcher !== undefined && { matcher }),
    run: (input) => void told.push(input),
  };
}

describe('a failure of the model', () => {
  const failure = { kind: 'authentication', message: 'no such key', isRetryable: false } as const;

  it.each([
    ['authentication_failed', 1],
    ['rate_limit|authentication_failed', 1],
    ['authentication', 0],
    ['rate_limit', 0],
  ])('is told to hooks by the name that their matcher %s goes by: %i', async (matcher, times) => {
    const told: object[] = [];
    const hooks = await open([keeping('StopFailure', told, matcher)]);
    await hooks.failed(failure, 'so far');
    expect(told).toHaveLength(times);
    expect(told).toEqual(
      Array.from({ length: times }, () =>
        expect.objectContaining({
          error: 'authentication_failed',
          error_details: 'no such key',
          last_assistant_message: 'so far',
        }),
      ),
    );
  });
});

describe('a conversation that was made shorter', () => {
  it('begins the session anew for hooks of SessionStart, by its name', async () => {
    const told: object[] = [];
    const hooks = await open([
      keeping('SessionStart', told, 'compact'),
      { event: 'SessionStart', name: 'a', matcher: 'compact', run: () => ({ additionalContext: 'anew' }) },
      { event: 'PostCompact', name: 'b', run: () => undefined },
    ]);
    expect(told).toEqual([]);
    expect(await hooks.compacted('auto', 'all of it', NEVER)).toEqual(['anew']);
    expect(told).toMatchObject([{ source: 'compact', model: 'the-model', session_title: 'Mending' }]);
  });

  it.each(['PreCompact', 'PostCompact', 'SessionStart'] as const)(
    'ends the work where a hook of %s wants that: said once',
    async (event) => {
      const stops = { stop: { reason: `enough, says ${event}` } };
      const hooks = await open([{ event, name: 'a', run: (input: JsonObject) => answer(input) }]);
      // The session itself is to begin.
      function answer({ source }: JsonObject): typeof stops | undefined {
        return source === 'startup' ? undefined : stops;
      }
      await hooks.compacting('auto', undefined, NEVER);
      await hooks.compacted('auto', 'all of it', NEVER);
      expect(hooks.stopWanted()).toBe(`enough, says ${event}`);
      expect(hooks.stopWanted()).toBeUndefined();
    },
  );
});

describe('the end of the work', () => {
  it('is asked about with what the model has said last', async () => {
    const told: object[] = [];
    const hooks = await open([keeping('Stop', told)]);
    expect(await hooks.stopping('All green.', NEVER)).toEqual({ goesOn: false, stop: undefined });
    expect(told).toMatchObject([{ last_assistant_message: 'All green.', stop_hook_active: false }]);
  });

  it('is asked about with what still runs in the background, its texts cut, and with what is scheduled', async () => {
    const task = (id: string, command: string, status: BackgroundTask['status']): BackgroundTask => {
      return { id, type: 'shell', command, status, outputPath: '/out', notes: [] };
    };
    const long = 'x'.repeat(2000);
    const told: object[] = [];
    const hooks = await open(
      [keeping('Stop', told)],
      [
        task('b1', 'npm run watch', { status: 'running' }),
        task('b2', 'npm test', { status: 'exited', code: 0 }),
        task('b3', long, { status: 'running' }),
      ],
    );
    await hooks.stopping('done', NEVER);
    const cut = `${'x'.repeat(999)}…`;
    const of = (id: string, text: string) => {
      return { id, type: 'shell', status: 'running', description: text, command: text };
    };
    expect(told).toMatchObject([
      { background_tasks: [of('b1', 'npm run watch'), of('b3', cut)], session_crons: [] },
    ]);
  });

  it('is asked about anew with each prompt: whether a hook had the work go on counts no more', async () => {
    const active: unknown[] = [];
    const hooks = await open([
      {
        event: 'Stop',
        name: 'a',
        run({ stop_hook_active }) {
          active.push(stop_hook_active);
          return stop_hook_active ? undefined : { block: { reason: 'the tests' } };
        },
      },
    ]);
    expect(await hooks.stopping('one', NEVER)).toEqual({ goesOn: true, feedback: expect.any(Array) });
    hooks.began();
    expect(await hooks.stopping('two', NEVER)).toMatchObject({ goesOn: true });
    expect(await hooks.stopping('three', NEVER)).toMatchObject({ goesOn: false });
    expect(active).toEqual([false, false, true]);
  });
});
