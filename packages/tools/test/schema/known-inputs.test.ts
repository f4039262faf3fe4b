import { toJsonSchema } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBashLimits } from '../../src/bash/settings/bash-limits.ts';
import { createBashInput } from '../../src/bash/bash-input.ts';
import { builtInTools } from '../../src/built-in-tools.ts';
import { KNOWN_INPUTS } from '../../src/schema/known-inputs.ts';
import { createTaskRegistry } from '../../src/tasks/create-task-registry.ts';
import { convertedInputs, OF_SESSIONS, WEB } from './converted-inputs.ts';

const processes = createProcessSession();

it('what is known of the input schemas is what they convert to: else run scripts/known-inputs.ts', () => {
  // As texts: the order of the keys is what a model sees.
  expect(JSON.stringify(KNOWN_INPUTS)).toBe(JSON.stringify(convertedInputs()));
});

it('models are told what is known, byte for byte', () => {
  const tools = builtInTools({
    processes,
    tasks: createTaskRegistry(),
    env: {},
    web: WEB,
    search: { pool: () => ({ tools: [], find: () => undefined }) },
  });
  const told = tools
    .filter(({ name }) => Object.hasOwn(KNOWN_INPUTS, name))
    .map(({ name, inputSchema }) => [name, toJsonSchema(inputSchema)]);
  const later = Object.entries(OF_SESSIONS).map(([name, schema]) => [name, toJsonSchema(schema)]);
  expect(JSON.stringify(Object.fromEntries([...told, ...later]))).toBe(JSON.stringify(KNOWN_INPUTS));
});

it('Bash tells of the times that variables have set, and of whether there is a background', () => {
  const times = fc.option(fc.integer({ min: 1, max: 10 ** 6 }).map(String), { nil: undefined });
  fc.assert(
    fc.property(times, times, fc.boolean(), (standard, longest, hasBackground) => {
      const env = { BASH_DEFAULT_TIMEOUT_MS: standard, BASH_MAX_TIMEOUT_MS: longest };
      const tasks = hasBackground ? { tasks: createTaskRegistry() } : {};
      const bash = builtInTools({ processes, ...tasks, env }).find(({ name }) => name === 'Bash');
      const expected = toJsonSchema(createBashInput(readBashLimits(env), hasBackground));
      expect(toJsonSchema(bash?.inputSchema ?? {})).toEqual(expected);
    }),
  );
});
