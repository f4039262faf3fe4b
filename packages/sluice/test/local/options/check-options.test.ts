import { defineTool } from '@sluice/core';
import { expect, it } from 'vitest';
import { eventTerms, HOOK_EVENTS, isHookEvent } from '@sluice/settings/hooks';
import { z } from 'zod';
import { createLocalRuntime } from '../../../src/local/create-local-runtime.ts';
import { wrongOptions } from '../../../src/local/options/check-options.ts';

const nothing = (): void => {};
const dice = defineTool({
  name: 'Dice',
  description: 'Throws a die.',
  inputSchema: z.object({}),
  call: async () => ({ data: '4' }),
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
  ['resultLimits', new Map([['Read', '5']]), 'RangeError', /got a Map with something else in it/],
  [
    'asker',
    {},
    'TypeError',
    /asker must be an object with the functions push, remove and update; got an object without fields/,
  ],
  ['asker', { push: nothing }, 'TypeError', /got an object with push/],
  [
    'tools',
    [dice, {}],
    'TypeError',
    /tools\[1\] must be a tool made with defineTool, or a function that makes one/,
  ],
  ['tools', dice, 'TypeError', /tools must be a list of tools; got an object with name, /],
  [
    'hooks',
    [{ event: 'PreToolUse' }],
    'TypeError',
    /hooks\[0\] must be a hook: \{ event, name, run \}; got an object with event/,
  ],
  [
    'hooks',
    [{ event: 'FileChanged', name: 'a', matcher: 5, run: () => {} }],
    'TypeError',
    /hooks\[0\] must be a hook: \{ event, name, run \}; got an object with event/,
  ],
  ['hooks', 'x', 'TypeError', /hooks must be a list of hooks, or a function that gives one; got "x"/],
  ['classifier', {}, 'TypeError', /classifier must be a function/],
  ['settings', [], 'TypeError', /settings must be an object of settings, .*; got a list/],
  [
    'settings',
    { alow: ['Edit'] },
    'TypeError',
    /^There is no option "alow" in settings\. Did you mean allow\?$/,
  ],
  ['settings', { zzzzzz: 1 }, 'TypeError', /There are: allow, ask, deny, /],
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
  ['constructor', 3, 'TypeError', /^There is no option "constructor"\. There are: cwd, permissionMode, /],
])('%s: %o is refused', (option, value, name, message) => {
  const error = wrongOptions({ cwd: '.', [option]: value });
  expect(error).toMatchObject({ name, message: expect.stringMatching(message) });
});

it.each([[undefined], [null], ['/tmp'], [[]]])('%o are no options', (given) => {
  expect(wrongOptions(given)).toMatchObject({
    message: expect.stringContaining('must be an object of options'),
  });
});

it.each<[option: string, value: unknown]>([
  ['permissionMode', 'plan'],
  ['permissionMode', undefined],
  ['settings', { allow: ['Edit'], ask: undefined, sources: [] }],
  ['asker', { push: nothing, remove: nothing, update: nothing }],
  ['tools', [dice, () => dice]],
  ['hooks', [{ event: 'PostToolBatch', name: 'batch', run: nothing }]],
  ['hooks', () => []],
  ...HOOK_EVENTS.filter(isHookEvent)
    .filter((event) => eventTerms(event).firedBy !== undefined)
    .map((event): [string, unknown] => [
      'hooks',
      [
        {
          event,
          name: 'any',
          matcher: '',
          timeoutMs: 5,
          onFailure: 'block',
          onTimeout: 'deny',
          run: nothing,
        },
      ],
    ]),
  ['resultLimits', new Map([['Read', Infinity]])],
  ['callTimeoutMs', 0.5 + 1],
  ['graceMs', 0],
  ['extension', Symbol('mine')],
])('%s: %o is taken', (option, value) => {
  expect(wrongOptions({ cwd: '.', [option]: value })).toBeUndefined();
});

it('is thrown before anything is opened', async () => {
  await expect(createLocalRuntime({ cwd: '.', maxConcurrency: 0 })).rejects.toThrow(RangeError);
});
