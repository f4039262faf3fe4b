import type { JsonObject } from '@sluice/core';
import { afterEach, beforeEach, expect, expectTypeOf, it } from 'vitest';
import { SETTING_KEYS, loadSettings, setting } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const FILE = 'home/.claude/settings.json';

it('has the type that its row says', () => {
  const loaded = loadSettings(scratch.options);
  expectTypeOf(loaded.setting('maxToolUseConcurrency')?.value).toEqualTypeOf<number | undefined>();
  expectTypeOf(loaded.setting('cascade')?.value).toEqualTypeOf<
    'effects' | 'all-shell' | 'none' | undefined
  >();
  expectTypeOf(loaded.setting('keepProcesses')?.value).toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf(loaded.setting('resultLimits')?.value).toEqualTypeOf<
    Readonly<Record<string, number>> | undefined
  >();
  expectTypeOf(loaded.setting('sandbox.enabled')?.value).toEqualTypeOf<boolean | undefined>();
  expectTypeOf(loaded.setting('sandbox.network.httpProxyPort')?.value).toEqualTypeOf<number | undefined>();
  expectTypeOf(loaded.setting('modelPrices')?.value).toEqualTypeOf<JsonObject | undefined>();
  expectTypeOf(loaded.setting('nobodyKnowsIt')?.value).toEqualTypeOf<unknown>();
  const anyKey: string = 'cascade';
  expectTypeOf(loaded.setting(anyKey)?.value).toEqualTypeOf<unknown>();
});

it.each([
  ['keepProcesses', ['one', 2, 'three'], ['one', 'three']],
  ['keepProcesses', [], []],
  ['keepProcesses', 'one', undefined],
  ['resultLimits', { Bash: 10, Read: 'much' }, { Bash: 10 }],
  ['maxToolUseConcurrency', 'many', undefined],
  ['cascade', 'sometimes', undefined],
  ['nobodyKnowsIt', [1, 'two'], [1, 'two']],
])('%s as %j comes to %j: never what its type does not say', (key, value, comesTo) => {
  scratch.write(FILE, JSON.stringify({ [key]: value }));
  const loaded = loadSettings(scratch.options);
  const expected = comesTo ?? SETTING_KEYS.find((row) => row.key === key)?.default;
  expect(setting(loaded, key)?.value).toEqual(expected);
});
