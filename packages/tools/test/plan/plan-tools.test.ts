import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PermissionMode } from '@sluice/core';
import { createPlanTools } from '../../src/plan/plan-tools.ts';
import { testContext } from '../ripgrep/context.ts';

const context = testContext('/');
const CHILD = { ...context, agent: { id: 'a1', type: 'Plan', parentCallId: 'x' } };

function toolsIn(mode: PermissionMode, plan?: string) {
  const path = join(realpathSync(mkdtempSync(join(tmpdir(), 'sluice-test-'))), 'plans/plan.md');
  mkdirSync(dirname(path));
  if (plan !== undefined) writeFileSync(path, plan);
  const port = { path, mode: () => mode, modeBefore: () => 'acceptEdits' as const };
  const [enter, exit] = createPlanTools(port);
  if (enter === undefined || exit === undefined) throw new Error('There are two tools.');
  return { path, enter, exit };
}

describe('EnterPlanMode', () => {
  it('turns plan mode on without a question, and names the file', async () => {
    const { enter, path } = toolsIn('default');
    expect(await enter.checkPermissions?.({}, context)).toMatchObject({ behavior: 'allow' });
    expect(await enter.call({}, context)).toMatchObject({
      data: { message: expect.stringContaining(path) },
      permissionUpdates: [{ type: 'setMode', mode: 'plan' }],
    });
  });

  it('changes nothing where it is on, and is refused in a sub-agent', async () => {
    expect(await toolsIn('plan').enter.call({}, context)).not.toHaveProperty('permissionUpdates');
    expect(await toolsIn('default').enter.call({}, CHILD)).toMatchObject({
      failure: { code: 'in-sub-agent' },
    });
  });
});

describe('ExitPlanMode', () => {
  it.each([
    ['outside of plan mode', 'default', 'The plan.', {}, 'not-in-plan-mode'],
    ['without a plan', 'plan', undefined, {}, 'no-plan'],
    ['with an empty plan', 'plan', ' \n', {}, 'no-plan'],
    ['with another plan in its input', 'plan', 'The plan.', { plan: 'Another.' }, 'plan-in-input'],
  ] as const)('is refused %s', async (_, mode, plan, input, code) => {
    const check = await toolsIn(mode, plan).exit.validateInput?.(input, context);
    expect(check).toMatchObject({ ok: false, code });
  });

  it('writes a plan that the model passes to the file if that is empty', async () => {
    const { exit, path } = toolsIn('plan');
    expect(existsSync(path)).toBe(false);
    expect(await exit.validateInput?.({ plan: 'The plan.' }, context)).toEqual({ ok: true });
    expect(readFileSync(path, 'utf8')).toBe('The plan.');
  });

  it.each([
    ['as it was written', { plan: 'The plan.' }, { plan: 'The plan.' }, 'The user has approved the plan.'],
    [
      'with changes of the user',
      { plan: 'A better plan.' },
      { plan: 'A better plan.', planWasEdited: true },
      'with changes of their own',
    ],
    ['that was emptied: it is kept', { plan: ' ' }, { plan: 'The plan.' }, 'The user has approved the plan.'],
  ])('carries the plan %s, and the mode before it comes back', async (_, input, expected, told) => {
    const { exit, path } = toolsIn('plan', 'The plan.');
    const result = await exit.call(input, context);
    expect(result).toMatchObject({
      data: { ...expected, filePath: path },
      permissionUpdates: [{ type: 'setMode', mode: 'acceptEdits' }],
    });
    const data = 'data' in result ? result.data : undefined;
    expect(Object.keys(Object(data)).includes('planWasEdited')).toBe('planWasEdited' in expected);
    expect(readFileSync(path, 'utf8')).toBe(expected.plan);
    expect(exit.toModel?.(data, context)).toContain(told);
  });

  it.each([
    ['to a file', 'file'],
    ['to nothing yet', 'none'],
    ['in the place of its directory', 'directory'],
    ['that is a hard one', 'hard'],
  ])('reads and writes nothing through a link %s', async (_, to) => {
    const { exit, path } = toolsIn('plan');
    const elsewhere = mkdtempSync(join(tmpdir(), 'sluice-test-'));
    const target = join(elsewhere, to === 'directory' ? 'plan.md' : to);
    if (to === 'directory') {
      rmSync(dirname(path), { recursive: true });
      symlinkSync(elsewhere, dirname(path));
    } else if (to !== 'hard') symlinkSync(target, path);
    if (to !== 'none') writeFileSync(target, 'secret');
    if (to === 'hard') linkSync(target, path);
    expect(await exit.validateInput?.({}, context)).toMatchObject({ ok: false, code: 'no-plan' });
    const check = await exit.validateInput?.({ plan: 'Mine.' }, { ...context, callId: 'other' });
    expect(check).toMatchObject({ ok: false, code: 'plan-not-saved' });
    const result = await exit.call({ plan: 'Mine.' }, context);
    expect(exit.toModel?.('data' in result ? result.data : undefined, context)).toMatch(
      /could not be written[^]*Mine\./,
    );
    expect(existsSync(target) && readFileSync(target, 'utf8')).toBe(to === 'none' ? false : 'secret');
  });

  it('is asked anew by a call of another message with the same id', async () => {
    const { exit } = toolsIn('plan', 'The plan.');
    expect(await exit.validateInput?.({}, context)).toEqual({ ok: true });
    const later = { ...context, messageId: 'later' };
    expect(await exit.validateInput?.({ plan: 'Another.' }, later)).toMatchObject({ code: 'plan-in-input' });
  });

  it('leaves the mode that the user picked with the answer', async () => {
    const { exit } = toolsIn('default', 'The plan.');
    expect(await exit.call({ plan: 'The plan.' }, context)).toMatchObject({ permissionUpdates: [] });
  });
});
