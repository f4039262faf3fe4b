import { readFile } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBashInput } from '../../src/bash/bash-input.ts';
import { readBashLimits } from '../../src/bash/bash-limits.ts';
import { createBashTool } from '../../src/bash/create-bash-tool.ts';
import { createFakeWorld } from './fake-context.ts';

const processes = createProcessSession();
const tool = createBashTool({ processes, env: {} });
await tool.load?.();
const input = { command: 'make\nmake install' };

describe('the Bash tool declares', () => {
  it('that a call runs alone and may change anything', () => {
    expect(tool.isConcurrencySafe(input)).toBe(false);
    expect(tool.isReadOnly(input)).toBe(false);
    expect(tool.isDestructive(input)).toBe(true);
    expect(tool.changesContext(input)).toBe(true);
    expect(tool.interruptBehavior(input)).toBe('block');
    expect(tool.onError?.(input)).toEqual({ cancels: 'shell' });
    expect(tool.claims?.(input, { cwd: '/' })).toBe('exclusive');
    expect(tool.resultPreview).toBe('head-and-tail');
  });

  it('that a command which only reads runs beside others, and what it reads', () => {
    const reading = { command: 'cat a.txt | wc -l' };
    const context = { cwd: '/d' };
    expect(tool.isConcurrencySafe(reading, context)).toBe(true);
    expect(tool.isReadOnly(reading, context)).toBe(true);
    expect(tool.isDestructive(reading, context)).toBe(false);
    expect(tool.changesContext(reading, context)).toBe(false);
    expect(tool.isIdempotent(reading, context)).toBe(true);
    expect(tool.interruptBehavior(reading, context)).toBe('cancel');
    expect(tool.claims?.(reading, context)).toEqual([readFile('/d/a.txt')]);
  });

  it('one line for people', () => {
    expect(tool.summarize(input)).toBe('make');
    expect(tool.summarize({ ...input, description: 'Build it' })).toBe('Build it');
  });

  it('input fields that each say what they are for', () => {
    const schema = z.toJSONSchema(createBashInput(readBashLimits({})));
    expect(schema.required).toEqual(['command']);
    expect(schema.additionalProperties).toBe(false);
    expect(Object.keys(schema.properties ?? {})).toEqual([
      'command',
      'timeout',
      'description',
      'run_in_background',
      'dangerouslyDisableSandbox',
    ]);
    for (const field of Object.values(schema.properties ?? {})) expect(field).toHaveProperty('description');
  });

  it('each variable that it ignores', () => {
    const warnings: string[] = [];
    createBashTool({
      processes,
      env: { BASH_MAX_TIMEOUT_MS: 'long' },
      onWarning: (text) => warnings.push(text),
    });
    expect(warnings).toEqual([expect.stringMatching(/^BASH_MAX_TIMEOUT_MS is ignored/)]);
  });
});

it('refuses the background, and says what to do instead', async () => {
  const world = createFakeWorld();
  const check = await tool.validateInput?.({ ...input, run_in_background: true }, world.context());
  expect(check).toMatchObject({
    ok: false,
    code: 'background-unavailable',
    message: expect.stringMatching(/foreground.*timeout/),
  });
  expect(await tool.validateInput?.({ ...input, run_in_background: false }, world.context())).toEqual({
    ok: true,
  });
  world.dispose();
});
