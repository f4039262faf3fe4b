import { describe, expect, it } from 'vitest';
import type { HookAtWork } from '@sluice/hooks';
import { backgroundHooks } from '../src/hooks/background-hooks.ts';

const hook: HookAtWork = {
  runId: 'r1',
  handler: {
    kind: 'command',
    event: 'PostToolUse',
    matcher: undefined,
    condition: undefined,
    onFailure: 'continue',
    place: { source: 'user', file: '/s.json', line: 3 },
    timeoutMs: 600_000,
    onTimeout: 'continue',
    isOnce: false,
    hasNoEffects: false,
    statusMessage: undefined,
    command: 'log it',
    args: undefined,
    shell: 'sh',
    format: 'sluice',
    isAsync: true,
    wakes: false,
  },
  hook: 'log it',
  place: '/s.json:3',
  isOfEngine: false,
  callId: 'a',
  toolName: 'Read',
};
const FAR_OFF_MS = 2 ** 30;

describe('hooks in the background at the end', () => {
  it('are waited for, those among them that come meanwhile', async () => {
    const told: string[] = [];
    const background = backgroundHooks((text) => void told.push(text), FAR_OFF_MS);
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    background.add(first.promise, hook);
    let isFinished = false;
    const finishing = background.finish().then(() => (isFinished = true));
    background.add(second.promise, hook);
    first.resolve();
    await new Promise(setImmediate);
    expect(isFinished).toBe(false);
    second.reject(new Error('one that fails has ended too'));
    await finishing;
    expect(told).toEqual([]);
  });

  it('are named where they take too long', async () => {
    const told: string[] = [];
    const background = backgroundHooks((text) => void told.push(text), 20);
    const slow = Promise.withResolvers<void>();
    background.add(slow.promise, hook);
    background.add(Promise.resolve(), { ...hook, hook: 'quick' });
    await background.finish();
    expect(told).toEqual([
      '/s.json:3: the PostToolUse hook "log it" was still running in the background 0.02 s after the end and was stopped',
    ]);
    slow.resolve();
    await background.over();
  });
});
