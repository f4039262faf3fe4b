import { TASK_KINDS } from '../../src/tasks/background-task.ts';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { TaskStatus } from '../../src/tasks/background-task.ts';
import { createTaskRecords, type TaskRecord } from '../../src/tasks/task-records.ts';

const directory = mkdtempSync(join(tmpdir(), 'sluice-records-'));
const path = join(directory, 'tasks.json');
const records = createTaskRecords(path);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const status = fc.oneof<fc.Arbitrary<TaskStatus>[]>(
  fc.constantFrom(
    { status: 'running' },
    { status: 'stopped' },
    { status: 'stopped', by: 'person' },
    { status: 'lost' },
  ),
  fc.record({
    status: fc.constant('completed' as const),
    text: fc.string(),
    usage: fc.record({ totalTokens: fc.nat(), toolUses: fc.nat(), durationMs: fc.nat() }),
  }),
  fc.record({ status: fc.constant('failed' as const), reason: fc.string(), text: fc.string() }),
  fc.record({ status: fc.constant('exited' as const), code: fc.nat(255) }),
  fc.record({ status: fc.constant('signalled' as const), signal: fc.string() }),
  fc.record({ status: fc.constant('timed-out' as const), afterMs: fc.nat() }),
  fc.record({ status: fc.constant('output-limit' as const), limitBytes: fc.nat() }),
  fc.record({ status: fc.constant('not-started' as const), reason: fc.string() }),
);
const text = fc.string({ unit: 'grapheme' });
const record: fc.Arbitrary<TaskRecord> = fc.record({
  task: fc.record({
    id: text,
    type: fc.constantFrom(...TASK_KINDS),
    command: text,
    outputPath: text,
    status,
    notes: fc.array(text),
  }),
  leader: fc.option(fc.record({ pid: fc.integer({ min: 2 }), startTime: fc.nat(), boot: text, tag: text }), {
    nil: undefined,
  }),
});

describe('records of tasks', () => {
  it('come back as they were written', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), (written) => {
        expect(records.write(written)).toBeUndefined();
        expect(records.read()).toEqual(written);
      }),
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['tasks.json']);
  });

  it('take no file where there are none', () => {
    expect(records.write([])).toBeUndefined();
    expect(readdirSync(directory)).toEqual([]);
    expect(records.read()).toEqual([]);
    expect(records.write([])).toBeUndefined();
  });

  it.each([
    ['no JSON', '[{'],
    ['something else', '{"tasks":[]}'],
    ['a leader that stands for many', leading(-1)],
    ['a leader that stands for its own group', leading(0)],
    ['a leader that is everyone’s', leading(1)],
  ])('are none where the file holds %s', (_title, content) => {
    writeFileSync(path, content);
    expect(records.read()).toEqual([]);
  });

  it('say what keeps them from being written', () => {
    const [task] = fc.sample(record, 1);
    expect(createTaskRecords('/none/such/tasks.json').write(task === undefined ? [] : [task])).toMatch(
      /^Background tasks could not be recorded in \/none\/such\/tasks\.json: /,
    );
  });
});

function leading(pid: number): string {
  const task = {
    id: 'b1',
    type: 'shell',
    command: '',
    outputPath: '',
    status: { status: 'running' },
    notes: [],
  };
  return JSON.stringify([{ task, leader: { pid, startTime: 1, boot: '', tag: '' } }]);
}
