import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, type Runtime } from '../../src/index.ts';
import { createKit, toolOf } from '../support/kit.ts';

/** As a program in JavaScript may call it. */
const call = (target: object, method: string, ...given: readonly unknown[]): unknown =>
  Reflect.apply(Reflect.get(target, method), target, given);

const tool = {
  name: 'Any',
  description: 'Any.',
  inputSchema: z.object({}),
  call: async () => ({ data: '' }),
};
const define = (more: object) => () => Reflect.apply(defineTool, undefined, [{ ...tool, ...more }]);

it.each<[what: string, use: (runtime: Runtime) => unknown, message: RegExp]>([
  [
    'subscribe: another value',
    (runtime) => call(runtime, 'subscribe', { whenSlow: 'never' }),
    /^runtime\.subscribe: The option whenSlow must be "latest", "wait", or \{ buffer \} with a number of events; got "never"\.$/,
  ],
  [
    'subscribe: no value',
    (runtime) => call(runtime, 'subscribe', {}),
    /^runtime\.subscribe: The option whenSlow must be "latest", .*; got undefined\.$/,
  ],
  [
    'subscribe: no options',
    (runtime) => call(runtime, 'subscribe'),
    /^runtime\.subscribe: The options must be an object: \{ whenSlow \}; got undefined\.$/,
  ],
  [
    'subscribe: another key',
    (runtime) => call(runtime, 'subscribe', { whenSlow: 'wait', slow: 1 }),
    /^runtime\.subscribe: There is no option "slow"\. Options: whenSlow\.$/,
  ],
  [
    'subscribe: another key beside the buffer',
    (runtime) => call(runtime, 'subscribe', { whenSlow: { bufer: 1 } }),
    /^runtime\.subscribe: The option whenSlow must be "latest"/,
  ],
  [
    'openMessage: another key',
    (runtime) => call(runtime, 'openMessage', { nope: 1 }),
    /^runtime\.openMessage: There is no option "nope"\. Options: id, asker, asks, signal, onEvent\.$/,
  ],
  [
    'openMessage: a near miss',
    (runtime) => call(runtime, 'openMessage', { onEvents: () => {} }),
    /^runtime\.openMessage: There is no option "onEvents"\. Did you mean onEvent\?$/,
  ],
  [
    'openMessage: another value',
    (runtime) => call(runtime, 'openMessage', { asks: 'never' }),
    /^runtime\.openMessage: The option asks must be "wait" or "suspend"; got "never"\.$/,
  ],
  [
    'end: another key',
    (runtime) => call(runtime.openMessage(), 'end', { stop_reason: 'end_turn' }),
    /^message\.end: There is no option "stop_reason"\. Did you mean stopReason\?$/,
  ],
  [
    'fork: no agent',
    (runtime) => call(runtime, 'fork', { tools: [] }),
    /^runtime\.fork: The option agent must be an object: \{ id, type \}; got undefined\.$/,
  ],
  [
    'fork: an agent without a type',
    (runtime) => call(runtime, 'fork', { agent: { id: 'a' } }),
    /^runtime\.fork: The option agent\.type must be the type of the agent; got undefined\.$/,
  ],
  [
    'fork: another key',
    (runtime) => call(runtime, 'fork', { agent: { id: 'a', type: 'b' }, permissions: 1 }),
    /^runtime\.fork: There is no option "permissions"\. Did you mean permission\?$/,
  ],
  [
    'run: a text',
    (runtime) => call(runtime, 'run', 'Glob'),
    /^runtime\.run: The option feed must be a list of calls, or an async iterable of feed items; got "Glob"\.$/,
  ],
  [
    'run: nothing',
    (runtime) => call(runtime, 'run'),
    /^runtime\.run: The option feed must be a list of calls, .*; got undefined\.$/,
  ],
  [
    'defineTool: a near miss',
    define({ isReadonly: true }),
    /^The tool Any: There is no option "isReadonly"\. Did you mean isReadOnly\?$/,
  ],
  [
    'defineTool: another key',
    define({ zzzzzz: true }),
    /^The tool Any: There is no option "zzzzzz"\. Options: name, .*call.*\.$/,
  ],
  [
    'defineTool: another value',
    define({ interruptBehavior: 'stop' }),
    /^The tool Any: The option interruptBehavior must be "block", "cancel" or a function of the input; got "stop"\.$/,
  ],
  [
    'defineTool: a text for a flag',
    define({ isReadOnly: 'yes' }),
    /^The tool Any: The option isReadOnly must be true, false or a function of the input; got "yes"\.$/,
  ],
])('%s is refused, and the error says what is allowed', (_, use, message) => {
  const { runtime } = createKit([toolOf('Any')]);
  expect(() => use(runtime)).toThrow(message);
});

it('planBatches refuses what is not a feed', async () => {
  const { runtime } = createKit([toolOf('Any')]);
  await expect(call(runtime, 'planBatches', 7)).rejects.toThrow(
    /^runtime\.planBatches: The option feed must be/,
  );
});
