import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DisposalStack } from '@sluice/base';
import { openSessionParts } from '../src/parts/open-session-parts.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

it('disposes in reverse order, once, and of everything even if a disposal fails', async () => {
  const order: string[] = [];
  const stack = new DisposalStack();
  stack.defer(() => order.push('first'));
  stack.defer(() => {
    order.push('second');
    throw new Error('second failed');
  });
  stack.defer(() => order.push('third'));
  const moved = stack.move();
  await stack.disposeAsync();
  expect(order).toEqual([]);
  await expect(moved.disposeAsync()).rejects.toThrow('second failed');
  await expect(moved.disposeAsync()).rejects.toThrow('second failed');
  expect(order).toEqual(['third', 'second', 'first']);
});

it('releases the session directory when a later step fails', async () => {
  const cwd = scratch();
  const sessionDirectory = join(cwd, 'session');
  const failing = () =>
    openSessionParts({
      cwd,
      sessionDirectory,
      tools: [
        () => {
          throw new Error('no such tool');
        },
      ],
    });
  await expect(failing()).rejects.toThrow('no such tool');
  const opened = await openSessionParts({ cwd, sessionDirectory });
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.parts.dispose();
});

it('leaves no lock behind when a directory of the session cannot be made', async () => {
  const cwd = scratch();
  const sessionDirectory = join(cwd, '.');
  mkdirSync(sessionDirectory, { recursive: true });
  writeFileSync(join(sessionDirectory, 'pre-images'), 'in the way');
  const opened = await openSessionParts({ cwd, sessionDirectory });
  expect(opened).toMatchObject({ ok: false, error: { code: 'unwritable' } });
  expect(readdirSync(sessionDirectory)).not.toContain('journal.lock');
});

it.each([
  ['1', [expect.stringContaining('CLAUDE_CODE_USE_POWERSHELL_TOOL has no effect')]],
  ['0', []],
])('says that there is no PowerShell tool to who asks for it: %s', async (value, notices) => {
  process.env['CLAUDE_CODE_USE_POWERSHELL_TOOL'] = value;
  try {
    const opened = await openSessionParts({ cwd: scratch() });
    if (!opened.ok) throw new Error(opened.error.message);
    await opened.parts.dispose();
    expect(opened.parts.notices.filter((text) => text.includes('POWERSHELL'))).toEqual(notices);
  } finally {
    Reflect.deleteProperty(process.env, 'CLAUDE_CODE_USE_POWERSHELL_TOOL');
  }
});
