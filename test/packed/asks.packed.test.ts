import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { emptyDirectory, sluice } from './packed.ts';
import { scriptedPrint } from './scripted.ts';

it('leaves a call open, runs it once it is approved, and goes on', async () => {
  const cwd = emptyDirectory();
  const call = { name: 'Bash', input: { command: 'echo once >> done' } };
  const args = ['--asks', 'suspend', '--output-format', 'json'];
  const first = await scriptedPrint('Do it.', [call], { cwd, args });
  const [open] = JSON.parse(first.stdout).open_asks;
  expect([open.tool_name, existsSync(join(cwd, 'done')), first.requests.length]).toEqual(['Bash', false, 1]);
  const options = { cwd, env: { HOME: join(inject('packedDirectory'), 'home') } };
  expect(sluice(['asks'], options).stdout).toContain(open.request_id);
  const answered = sluice(['asks', 'answer', open.request_id, 'yes'], options);
  expect([answered.status, answered.stderr]).toEqual([0, '']);
  expect(readFileSync(join(cwd, 'done'), 'utf8')).toBe('once\n');
  expect(sluice(['asks', 'answer', open.request_id, 'yes'], options).status).toBe(1);
  const second = await scriptedPrint('And?', ['All done.'], { cwd, args: ['--continue'] });
  expect([second.stdout.trim(), second.status]).toEqual(['All done.', 0]);
  expect(second.requests[0]).toMatch(/tool_call_id.*And\?/);
  expect(readFileSync(join(cwd, 'done'), 'utf8')).toBe('once\n');
});
