import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Approvals } from '../../src/adapters/approvals.ts';
import { Step } from '../../src/adapters/steps.ts';
import { scratch } from '../cli/exec/support/scratch.ts';
import { openRuntime } from './support.ts';

it('a refused call is no longer kept, and of calls with its id the last one is journaled', async () => {
  const sessionDirectory = scratch();
  const runtime = await openRuntime({ sessionDirectory });
  const asker = new Approvals(runtime, 'ask the user');
  const [older, call] = ['one', 'two'].map((text) => ({
    ...{ id: 'call_0', name: 'Bash', input: { command: `echo ${text} >> log` } },
  }));
  if (older === undefined || call === undefined) throw new Error('unreachable');
  await asker.asked(call);
  expect(asker.openCalls()).toEqual([call]);
  const step = new Step(runtime, asker);
  step.noteRefused([older, call]);
  // Steps do one thing after the other.
  await step.discard();
  expect(asker.openCalls()).toEqual([]);
  await runtime.dispose();
  const lines = readFileSync(join(sessionDirectory, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line));
  const inputs = entries.flatMap(({ type, input }) => (type === 'received' ? [JSON.stringify(input)] : []));
  expect(inputs).toEqual([expect.stringContaining('echo two')]);
  expect(entries.filter(({ type }) => type === 'settled')).toHaveLength(1);
});
