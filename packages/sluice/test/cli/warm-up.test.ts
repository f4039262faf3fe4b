import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WarmUp } from '../../src/cli/warm-up.ts';

test('a session is rehearsed once the editor has been quiet, and the rehearsal ends when its own session comes', async () => {
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<AbortSignal>();
  const warmUp = new WarmUp((signal) => {
    onBegun(signal);
    return Promise.reject(new Error('said by the session itself'));
  });
  warmUp.begin();
  const signal = await begun;
  expect(signal.aborted).toBe(false);
  warmUp.end();
  expect(signal.aborted).toBe(true);
});

test('an editor that asks for its session at once gets it without a rehearsal', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const rehearse = vi.fn(() => Promise.resolve());
  const load = vi.spyOn(process, 'getBuiltinModule');
  const warmUp = new WarmUp(rehearse);
  warmUp.begin();
  warmUp.end();
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  expect(load).not.toHaveBeenCalled();
  expect(rehearse).not.toHaveBeenCalled();
});

test('a request that came while the time passed is heard before the rehearsal', async () => {
  const rehearse = vi.fn(() => Promise.resolve());
  const warmUp = new WarmUp(rehearse);
  warmUp.begin();
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  // The machine is busy: the timer is due, and the request is in the pipe, when the event loop gets its turn.
  const until = performance.now() + 30;
  while (performance.now() < until);
  const { port1, port2 } = new MessageChannel();
  port1.on('message', () => {
    warmUp.end();
    port1.close();
  });
  port2.postMessage('session/new');
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  expect(rehearse).not.toHaveBeenCalled();
});
