import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFile } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBashInput } from '../../src/bash/bash-input.ts';
import { readBashLimits } from '../../src/bash/settings/bash-limits.ts';
import { createBashTool } from '../../src/bash/create-bash-tool.ts';
import type { VariableWarning } from '../../src/bash/settings/variable-warning.ts';
import { createTaskRegistry } from '../../src/tasks/create-task-registry.ts';
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

  it('that its decision is about the scripts which a script runs, also one that is not there yet', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'sluice-scripts-'));
    writeFileSync(join(cwd, 'one.sh'), 'bash two.sh\n');
    writeFileSync(join(cwd, 'two.sh'), 'bash three.sh\n');
    const decided = tool.decidedOn?.({ command: 'bash one.sh' }, { cwd });
    rmSync(cwd, { recursive: true });
    expect(decided).toEqual(['one.sh', 'two.sh', 'three.sh'].map((name) => join(cwd, name)));
  });

  it('that its decision is about what patterns and makefiles name', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'sluice-scripts-'));
    writeFileSync(join(cwd, 'Makefile'), '-include extra.mk\n');
    for (const name of ['extra.mk', 'one.sh', 'two.sh', 'three.py']) writeFileSync(join(cwd, name), '');
    const decidedOn = (command: string) => tool.decidedOn?.({ command }, { cwd }) ?? [];
    const ofPattern = decidedOn('sh *.sh');
    const ofLoop = decidedOn('for f in *.sh; do bash "$f"; done');
    const ofSearch = decidedOn("find . -name '*.sh' -exec sh {} +");
    const ofMake = decidedOn('make');
    rmSync(cwd, { recursive: true });
    for (const decided of [ofPattern, ofLoop, ofSearch])
      expect(decided).toEqual(expect.arrayContaining([join(cwd, 'one.sh'), join(cwd, 'two.sh')]));
    expect(ofPattern).not.toContain(join(cwd, 'three.py'));
    expect(ofMake).toEqual(expect.arrayContaining([join(cwd, 'Makefile'), join(cwd, 'extra.mk')]));
  });

  it('one line for people', () => {
    expect(tool.summarize({ command: ' make ' })).toBe('make');
    expect(tool.summarize({ command: 'make\nrm -r build' })).toBe('make …');
    // The model's own words are not name for what runs.
    expect(tool.summarize({ command: 'make', description: 'Build it' })).toBe('make');
  });

  it('input fields that each say what they are for', () => {
    const schema = z.toJSONSchema(createBashInput(readBashLimits({}), true));
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
    const warnings: VariableWarning[] = [];
    createBashTool({
      processes,
      env: { BASH_MAX_TIMEOUT_MS: 'long' },
      onWarning: (warning) => warnings.push(warning),
    });
    const text: unknown = expect.stringMatching(/^BASH_MAX_TIMEOUT_MS is ignored/);
    expect(warnings).toEqual([{ variable: 'BASH_MAX_TIMEOUT_MS', text }]);
  });
});

describe('the background', () => {
  const tasks = createTaskRegistry();
  const started = { ...input, run_in_background: true };

  it.each([
    ['where there is none', {}, /background tasks are not available here/],
    [
      'where it is switched off',
      { tasks, env: { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' } },
      /CLAUDE_CODE_DISABLE_BACKGROUND_TASKS/,
    ],
    ['where no more tasks may run', { tasks: createTaskRegistry({ maxRunning: 0 }) }, /too many.*TaskStop/],
  ])('is refused %s, with what to do instead', async (_title, options, message) => {
    const one = createBashTool({ processes, env: {}, ...options });
    await one.load?.();
    const world = createFakeWorld();
    const check = await one.validateInput?.(started, world.context());
    expect(check).toMatchObject({ ok: false, message: expect.stringMatching(message) });
    expect(await one.validateInput?.({ ...input, run_in_background: false }, world.context())).toEqual({
      ok: true,
    });
    world.dispose();
  });

  it('has effects, sees what the calls before it did, and moves no one’s directory', () => {
    const one = createBashTool({ processes, env: {}, tasks });
    const reading = { command: 'cat a.txt', run_in_background: true };
    const context = { cwd: '/d' };
    expect(one.isReadOnly(reading, context)).toBe(false);
    expect(one.isConcurrencySafe(reading, context)).toBe(false);
    expect(one.changesContext({ ...reading, command: 'cd x' }, context)).toBe(false);
    expect(one.claims?.(reading, context)).toBe('everything');
  });

  it('is named in the description where there is one', () => {
    expect(createBashTool({ processes, env: {}, tasks }).description).toContain('run_in_background');
    expect(tool.description).not.toContain('run_in_background');
  });
});
