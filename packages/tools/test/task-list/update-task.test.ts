import { describe, expect, it } from 'vitest';
import type { ListedTask } from '../../src/task-list/listed-task.ts';
import { updateTask, type TaskUpdateFields } from '../../src/task-list/update-task.ts';

const task = (id: string, more: Partial<ListedTask> = {}): ListedTask => ({
  ...{ id, subject: `s${id}`, description: '', status: 'pending', blockedBy: [] },
  ...more,
});
const LIST = [
  task('1', { status: 'in_progress', owner: 'ann' }),
  task('2', { blockedBy: ['1'] }),
  task('3', { blockedBy: ['2'] }),
  task('4', { owner: 'ann' }),
  task('5', { status: 'completed', owner: 'ann' }),
  task('6', { blockedBy: ['5'] }),
];

describe('is refused, and changes nothing:', () => {
  it.each<[title: string, id: string, fields: TaskUpdateFields, message: RegExp]>([
    ['an unknown task', '9', {}, /no task 9/],
    ['an unknown blocker', '2', { addBlockedBy: ['9'] }, /no task 9/],
    ['an unknown blocked task', '2', { addBlocks: ['9'] }, /no task 9/],
    ['a second claim', '1', { status: 'in_progress' }, /belongs to ann/],
    ['taking over by owner', '1', { owner: 'bob' }, /belongs to ann/],
    ['a claim of an assigned task', '4', { status: 'in_progress' }, /belongs to ann/],
    ['a start before a blocker is completed', '2', { status: 'in_progress' }, /waits for task 1/],
    ['a start with a new blocker', '6', { status: 'in_progress', addBlockedBy: ['3'] }, /waits for task 3/],
    ['a second start of a completed task', '5', { status: 'in_progress' }, /already completed/],
    ['a task that waits for itself', '2', { addBlockedBy: ['2'] }, /neither could ever start/],
    ['a circle of three', '1', { addBlockedBy: ['3'] }, /neither could ever start/],
    ['a circle made in one call', '6', { addBlocks: ['4'], addBlockedBy: ['4'] }, /neither could ever start/],
  ])('%s', (_, id, fields, message) => {
    expect(updateTask(LIST, id, fields, 'bob')).toEqual({
      ok: false,
      message: expect.stringMatching(message),
    });
  });
});

describe('is done:', () => {
  it.each<[title: string, id: string, fields: TaskUpdateFields, write: object[], remove: string[]]>([
    ['a claim', '6', { status: 'in_progress' }, [{ id: '6', status: 'in_progress', owner: 'bob' }], []],
    [
      'giving back for another',
      '1',
      { status: 'pending' },
      [{ id: '1', status: 'pending', owner: undefined }],
      [],
    ],
    ['the end of a task', '1', { status: 'completed' }, [{ id: '1', status: 'completed' }], []],
    ['removing', '2', { status: 'deleted' }, [{ id: '3', blockedBy: [] }], ['2']],
    ['an edge to a later task', '4', { addBlocks: ['6'] }, [{ id: '6', blockedBy: ['5', '4'] }], []],
    ['an edge that is there', '2', { addBlockedBy: ['1'] }, [], []],
  ])('%s', (_, id, fields, write, remove) => {
    const done = updateTask(LIST, id, fields, 'bob');
    expect(done).toMatchObject({ ok: true, value: { write, remove } });
    expect(done.ok && done.value.write.length).toBe(write.length);
  });

  it('metadata is merged, and null removes a key', () => {
    const list = [task('1', { metadata: { a: 1, b: 2 } })];
    const done = updateTask(list, '1', { metadata: { a: null, c: 3 } }, 'bob');
    expect(done).toMatchObject({ value: { write: [{ metadata: { b: 2, c: 3 } }] } });
  });
});
