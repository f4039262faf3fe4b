import {
  bypassPolicy,
  createMemoryFiles,
  createMemoryJournal,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  systemClock,
  type AnyTool,
  type RunEvent,
} from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { createCallRun } from '../../../src/loop/calls/call-run.ts';
import { soon } from '../soon.ts';
import { ECHO, gatedTool } from '../support.ts';

const NEVER = new Promise<never>(() => {});

function callsOf(tools: readonly AnyTool[], tell: (event: RunEvent) => Promise<void> = async () => {}) {
  const journal = createMemoryJournal();
  const runtime = createRuntime({
    cwd: '/d',
    tools,
    permission: { policy: bypassPolicy, state: createPermissionState({ mode: 'default' }) },
    ports: { clock: systemClock, files: createMemoryFiles(), store: createMemoryStore(), journal },
  });
  return { calls: createCallRun(runtime, 'm', tell), journal };
}

function call(id: string | undefined, name: string) {
  return { type: 'call', id, name, inputText: '{}' } as const;
}

describe('the calls of a message', () => {
  it('that has none begin no run', async () => {
    const { calls, journal } = callsOf([]);
    calls.interrupt('user-cancel');
    expect(await calls.close('end_turn', false)).toBeUndefined();
    expect(await calls.discard()).toBeUndefined();
    expect(journal.entries.map(({ type }) => type)).toEqual(['session']);
  });

  it('that no result could be paired with bring none, and the run says why', async () => {
    const told: string[] = [];
    const { calls } = callsOf([ECHO], async (event) => void told.push(event.type));
    calls.add(call('', 'Echo'));
    calls.add(call(undefined, 'Echo'));
    expect(await soon(calls.close('tool_use', true))).toBeUndefined();
    expect(told).toEqual(['error', 'error']);
  });

  it('have their results in the order of the calls, once the reader has heard of all', async () => {
    const { promise: read, resolve: go } = Promise.withResolvers<void>();
    const { calls } = callsOf([ECHO], () => read);
    for (const id of ['b', 'a']) calls.add(call(id, 'Echo'));
    const closed = calls.close('tool_use', true);
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    go();
    const message = await soon(closed);
    expect(message?.results.map(({ tool_use_id }) => tool_use_id)).toEqual(['b', 'a']);
  });

  it.each([
    ['before the engine has taken them', 0],
    ['while they run', 5],
  ])('are stopped by an interrupt %s', async (_when, ticks) => {
    const { calls } = callsOf([gatedTool('Slow', NEVER, () => {})]);
    calls.add(call('a', 'Slow'));
    for (let tick = 0; tick < ticks; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    calls.interrupt('user-cancel');
    const message = await soon(calls.close('tool_use', true));
    expect(message?.results).toMatchObject([{ tool_use_id: 'a', is_error: true }]);
  });

  it('that are withdrawn tell what they had done, and nothing of what they had read', async () => {
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const writes = gatedTool('Write', Promise.resolve(), resolve, 'block');
    const { calls } = callsOf([writes, ECHO]);
    calls.add(call('a', 'Echo'));
    calls.add(call('b', 'Write'));
    await begun;
    const note = await soon(calls.discard());
    expect(note).toMatch(/Write .*done/);
    expect(note).not.toMatch(/Echo/);
  });

  it('tell the failure of whoever hears of them to whoever waits', async () => {
    const { calls } = callsOf([ECHO], () => Promise.reject(new Error('It can not be told.')));
    calls.add(call('a', 'Echo'));
    await expect(soon(calls.close('tool_use', true))).rejects.toThrow('It can not be told.');
  });
});
