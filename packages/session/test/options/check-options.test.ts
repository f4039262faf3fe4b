import { defineTool } from '@sluice/core';
import { expect, it } from 'vitest';
import {
  eventTerms,
  HOOK_EVENTS,
  isEngineEvent,
  isHookEvent,
  isToolEvent,
  type HookEvent,
} from '@sluice/hooks';
import { z } from 'zod';
import { createLocalRuntime } from '../../src/runtime/create-local-runtime.ts';
import { wrongOptions } from '../../src/options/check-options.ts';
import { wrongHooks } from '../../src/options/wrong-hooks.ts';

const nothing = (): void => {};
const diceTool = defineTool({
  name: 'Dice',
  description: 'Throws a die.',
  inputSchema: z.object({}),
  call: async () => ({ data: '4' }),
});

function hookOf(event: string, more: object = {}): object {
  return { event, name: 'any', run: nothing, ...more };
}

/** A failure may be made to deny, to be told, or to end what goes on. */
function mayBlock(event: HookEvent): boolean {
  const { exitTwo, neverFails } = eventTerms(event);
  return (
    (exitTwo === 'blocks' && neverFails !== true) || exitTwo === 'model' || event === 'PermissionRequest'
  );
}

const FIRED = HOOK_EVENTS.filter(isHookEvent).filter((event) => eventTerms(event).firedBy !== undefined);

it.each(FIRED)('at %s each option is taken that has an effect, and no other', async (event) => {
  const isOfCall = isEngineEvent(event) && isToolEvent(event);
  const taken = {
    matcher: eventTerms(event).matches !== undefined && !isEngineEvent(event),
    matches: isOfCall,
    concerns: isOfCall,
    onFailure: mayBlock(event),
    onTimeout: mayBlock(event),
  };
  const values = { matcher: 'x', matches: nothing, concerns: nothing, onFailure: 'block', onTimeout: 'deny' };
  for (const [name, value] of Object.entries(values)) {
    const wrong = await wrongOptions({ cwd: '.', hooks: [hookOf(event, { [name]: value })] });
    expect([name, wrong === undefined]).toEqual([name, new Map(Object.entries(taken)).get(name)]);
  }
});

it.each<[option: string, value: unknown, error: 'TypeError' | 'RangeError', message: RegExp]>([
  [
    'permissionMode',
    'yolo',
    'RangeError',
    /^The option permissionMode must be "default", .* or "bypassPermissions"; got "yolo"\.$/,
  ],
  ['permissionMode', 'acceptedits', 'RangeError', /Did you mean "acceptEdits"\?$/],
  ['permissionMode', 1, 'TypeError', /got 1\.$/],
  ['scheduling', 'x', 'RangeError', /scheduling must be "claims" or "strict"; got "x"/],
  ['start', 'x', 'RangeError', /start must be "stream" or "message"; got "x"/],
  ['cascade', 'all', 'RangeError', /cascade must be "effects", "all-shell" or "none"/],
  ['durability', true, 'TypeError', /durability must be "process" or "power"; got true/],
  ['messageBudget', -5, 'RangeError', /messageBudget must be a positive whole number; got -5/],
  ['maxConcurrency', 0, 'RangeError', /maxConcurrency must be a positive whole number; got 0/],
  ['maxConcurrency', 1.5, 'RangeError', /got 1\.5/],
  ['maxConcurrency', Number.NaN, 'RangeError', /got NaN/],
  ['callTimeoutMs', 'a', 'TypeError', /callTimeoutMs must be a number of milliseconds from 1 .*; got "a"/],
  ['graceMs', -1, 'RangeError', /graceMs must be a number of milliseconds from 0 /],
  ['conflictWaitMs', Infinity, 'RangeError', /got Infinity/],
  ['resultLimits', { Read: 5 }, 'TypeError', /resultLimits must be a Map .*; got an object with Read/],
  ['resultLimits', new Map([['Read', '5']]), 'RangeError', /got a Map with other contents/],
  [
    'asker',
    {},
    'TypeError',
    /asker must be an object with the functions push, remove and update; got an empty object/,
  ],
  ['asker', { push: nothing }, 'TypeError', /got an object with push/],
  [
    'tools',
    [diceTool, {}],
    'TypeError',
    /tools\[1\] must be a tool made with defineTool, or a function that makes one/,
  ],
  ['tools', diceTool, 'TypeError', /tools must be a list of tools; got an object with name, /],
  ['hooks', [5], 'TypeError', /hooks\[0\] must be a hook: \{ event, name, run \}; got 5/],
  ['hooks', [{ event: 'PreToolUse' }], 'TypeError', /hooks\[0\]\.name must be a name; got undefined/],
  [
    'hooks',
    [{ event: 'PreToolUse', name: 'a', run: 'x' }],
    'TypeError',
    /hooks\[0\]\.run must be a function; got "x"/,
  ],
  ['hooks', [hookOf('Nope')], 'RangeError', /hooks\[0\]\.event must be "PreToolUse", .*; got "Nope"\.$/],
  ['hooks', [hookOf('preToolUse')], 'RangeError', /Did you mean "PreToolUse"\?$/],
  ['hooks', [hookOf('MessageDisplay')], 'RangeError', /hooks\[0\]\.event must be .*; got "MessageDisplay"/],
  ['hooks', [hookOf('Stop', { timeoutMs: '5' })], 'TypeError', /hooks\[0\]\.timeoutMs must be .*; got "5"/],
  ['hooks', [hookOf('Stop', { timeoutMs: 0 })], 'RangeError', /hooks\[0\]\.timeoutMs must be a positive/],
  [
    'hooks',
    [hookOf('FileChanged', { matcher: 5 })],
    'TypeError',
    /hooks\[0\]\.matcher must be a text; got 5/,
  ],
  [
    'hooks',
    [hookOf('PreToolUse', { matcher: 'Bash' })],
    'TypeError',
    /^The option hooks\[0\]\.matcher must be left out: use matches: \(toolName\) => … \(PreToolUse\); got "Bash"/,
  ],
  [
    'hooks',
    [hookOf('SessionStart', { matches: nothing })],
    'TypeError',
    /hooks\[0\]\.matches must be left out: use a matcher \(SessionStart\)/,
  ],
  ['hooks', [hookOf('Stop', { matcher: 'x' })], 'TypeError', /matcher must be left out: .* nothing to match/],
  [
    'hooks',
    [hookOf('SessionEnd', { onFailure: 'block' })],
    'TypeError',
    /onFailure must be left out: .* block/,
  ],
  [
    'hooks',
    [hookOf('PostToolBatch', { matches: nothing })],
    'TypeError',
    /matches must be left out: .* one tool/,
  ],
  [
    'hooks',
    [hookOf('PreToolUse', { effects: 'none' })],
    'TypeError',
    /effects must be left out: .* PostToolUse/,
  ],
  [
    'hooks',
    [hookOf('PreToolUse', { timeout: 5 })],
    'TypeError',
    /^There is no option "timeout" in hooks\[0\]\. Did you mean timeoutMs\?$/,
  ],
  ['hooks', 'x', 'TypeError', /hooks must be a list of hooks, or a function that returns one; got "x"/],
  ['classifier', {}, 'TypeError', /classifier must be a function/],
  ['settings', [], 'TypeError', /settings must be an object of settings, .*; got a list/],
  [
    'settings',
    { alow: ['Edit'] },
    'TypeError',
    /^There is no option "alow" in settings\. Did you mean allow\?$/,
  ],
  ['settings', { zzzzzz: 1 }, 'TypeError', /Options: allow, ask, deny, /],
  ['settings', { allow: 'Edit' }, 'TypeError', /settings\.allow must be a list of rules, .*; got "Edit"/],
  ['settings', { deny: ['Edit', 3] }, 'TypeError', /settings\.deny\[1\] must be .*; got 3/],
  [
    'settings',
    { sources: ['managed'] },
    'RangeError',
    /settings\.sources\[0\] must be "user", "project" or "local"/,
  ],
  ['cwd', 5, 'TypeError', /cwd must be the path of a directory; got 5/],
  ['cwd', undefined, 'TypeError', /cwd must be the path of a directory; got undefined/],
  ['cwd', '', 'RangeError', /got ""/],
  ['resume', 'yes', 'TypeError', /resume must be true or false/],
  ['resume', true, 'TypeError', /sessionDirectory must be given with resume/],
  ['maxConcurency', 3, 'TypeError', /^There is no option "maxConcurency"\. Did you mean maxConcurrency\?$/],
  ['constructor', 3, 'TypeError', /^There is no option "constructor"\. Options: cwd, permissionMode, /],
])('%s: %o is refused', async (option, value, name, message) => {
  const error = await wrongOptions({ cwd: '.', [option]: value });
  expect(error).toMatchObject({ name, message: expect.stringMatching(message) });
});

it.each([[undefined], [null], ['/tmp'], [[]]])('%o are not options', async (given) => {
  expect(await wrongOptions(given)).toMatchObject({
    message: expect.stringContaining('must be an object of options'),
  });
});

it.each<[option: string, value: unknown]>([
  ['permissionMode', 'plan'],
  ['permissionMode', undefined],
  ['settings', { allow: ['Edit'], ask: undefined, sources: [] }],
  ['asker', { push: nothing, remove: nothing, update: nothing }],
  ['tools', [diceTool, () => diceTool]],
  ['hooks', [{ event: 'PostToolBatch', name: 'batch', run: nothing }]],
  ['hooks', () => []],
  ...HOOK_EVENTS.filter(isHookEvent)
    .filter((event) => !['terminal', undefined].includes(eventTerms(event).firedBy))
    .map((event): [string, unknown] => [
      'hooks',
      [
        hookOf(event, {
          timeoutMs: 5,
          ...(isToolEvent(event) && isEngineEvent(event) && { matches: nothing, concerns: nothing }),
          ...(eventTerms(event).matches !== undefined && !isEngineEvent(event) && { matcher: '' }),
          ...(mayBlock(event) && { onFailure: 'block', onTimeout: 'deny' }),
        }),
      ],
    ]),
  ['resultLimits', new Map([['Read', Infinity]])],
  ['callTimeoutMs', 0.5 + 1],
  ['graceMs', 0],
  ['extension', Symbol('mine')],
])('%s: %o is taken', async (option, value) => {
  expect(await wrongOptions({ cwd: '.', [option]: value })).toBeUndefined();
});

it.each<[list: unknown, message: RegExp | undefined]>([
  [[], undefined],
  [[hookOf('Stop')], undefined],
  [5, /^The option hooks must be a function that returns a list of hooks; got 5\.$/],
  [[hookOf('Stop'), hookOf('Nope')], /^The option hooks\(\)\[1\]\.event must be .*; got "Nope"\.$/],
  [[hookOf('Stop', { zzz: 1 })], /^There is no option "zzz" in hooks\(\)\[0\]\./],
])('a function that gives %o as hooks', (list, message) => {
  const text = wrongHooks(list)?.message;
  expect(text).toEqual(message === undefined ? undefined : expect.stringMatching(message));
});

it('is thrown before anything is opened', async () => {
  await expect(createLocalRuntime({ cwd: '.', maxConcurrency: 0 })).rejects.toThrow(RangeError);
});
