import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSettings } from '@sluice/settings';
import { expect, it } from 'vitest';
import { engineSettings } from '../src/runtime/engine-settings.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

const NONE = {
  maxConcurrency: undefined,
  cascade: undefined,
  messageBudget: undefined,
  resultLimits: undefined,
};

it.for<readonly [title: string, settings: object, env: Record<string, string>, expected: object]>([
  ['nothing set: the engine has its defaults', {}, {}, {}],
  ['the environment sets the cap', {}, { SLUICE_MAX_TOOL_USE_CONCURRENCY: '3' }, { maxConcurrency: 3 }],
  [
    'a setting wins over the environment',
    { maxToolUseConcurrency: 4 },
    { SLUICE_MAX_TOOL_USE_CONCURRENCY: '3' },
    { maxConcurrency: 4 },
  ],
  ['what a failed command cancels', { cascade: 'none' }, {}, { cascade: 'none' }],
  ['a cascade that does not exist is ignored', { cascade: 'everything' }, {}, {}],
  [
    'limits of results',
    { messageBudget: 5000, resultLimits: { Grep: 20_000, Bash: 'long' } },
    {},
    { messageBudget: 5000, resultLimits: new Map([['Grep', 20_000]]) },
  ],
])('%s', ([, settings, env, expected]) => {
  const home = scratch();
  mkdirSync(join(home, '.sluice'));
  writeFileSync(join(home, '.sluice/settings.json'), JSON.stringify(settings));
  const loaded = loadSettings({ cwd: scratch(), home, env: {}, sources: ['user'] });
  expect(engineSettings({}, loaded, env, () => {})).toEqual({ ...NONE, ...expected });
});

it('a program wins over both, and what it overrides is not complained about', () => {
  const loaded = loadSettings({ cwd: scratch(), home: scratch(), env: {}, sources: ['user'] });
  const warnings: string[] = [];
  const given = { maxConcurrency: 2, cascade: 'none' } as const;
  const env = { SLUICE_MAX_TOOL_USE_CONCURRENCY: 'many' };
  const settings = engineSettings(given, loaded, env, (text) => warnings.push(text));
  expect(settings).toMatchObject(given);
  expect(warnings).toEqual([]);
});
