import { describe, expect, it } from 'vitest';
import type { BackgroundTask, TaskStatus } from '../../src/tasks/background-task.ts';
import { describeStatus } from '../../src/tasks/describe-status.ts';
import { isBackgroundDisabled } from '../../src/tasks/is-background-disabled.ts';
import { commandLine, taskNote, taskNotes } from '../../src/tasks/task-note.ts';

const task: BackgroundTask = {
  id: 'b1',
  type: 'shell',
  command: 'npm run dev',
  outputPath: '/dev/null',
  status: { status: 'running' },
  notes: [],
};

it.each<[TaskStatus, string | RegExp]>([
  [{ status: 'running' }, 'running'],
  [{ status: 'exited', code: 0 }, 'exited 0'],
  [{ status: 'signalled', signal: 'SIGSEGV' }, 'killed by SIGSEGV, which Sluice did not send'],
  [{ status: 'timed-out', afterMs: 5 }, 'timed out: stopped after 5 ms'],
  [{ status: 'output-limit', limitBytes: 5 }, /more than 5 bytes/],
  [{ status: 'stopped' }, 'stopped'],
  [{ status: 'lost' }, /with the program that started it/],
  [{ status: 'not-started', reason: 'no shell' }, 'not started: no shell'],
])('the status %j in words', (status, expected) => {
  if (typeof expected === 'string') expect(describeStatus(status)).toBe(expected);
  else expect(describeStatus(status)).toMatch(expected);
});

describe('what a model is told of a task', () => {
  it('is how it stands, and where its output is', () => {
    expect(taskNote(task)).toBe(
      'Background task b1 (npm run dev) is running. Its output (0 bytes) is in /dev/null.',
    );
    const ended = { ...task, status: { status: 'exited', code: 2 }, notes: ['A note.'] } as const;
    expect(taskNote({ ...ended, outputPath: '/none/such' })).toBe(
      'Background task b1 (npm run dev) has ended: exited 2. Its output (gone) is in /none/such. A note.',
    );
  });

  it('of an agent that another waits for, names no file', () => {
    const agent = { type: 'worker', name: 'ann', depth: 1, isForeground: true };
    expect(taskNote({ ...task, id: 'a1', type: 'agent', command: 'Review', agent })).toBe(
      'Agent a1 (Review) is running.',
    );
  });

  it('names a teammate, which may go on', () => {
    const agent = { type: 'worker', name: 'ann', depth: 1, isForeground: false, isTeammate: true };
    const status = { status: 'completed', text: 'Done.' } as const;
    const idle = { ...task, id: 'a1', type: 'agent', command: 'Review', agent, status } as const;
    expect(taskNote({ ...idle, notes: ['It is idle.'] })).toBe(
      'Your teammate ann (a1, Review) has ended its turn: completed. Its output (0 bytes) is in /dev/null. It is idle. Its report:\nDone.',
    );
  });

  it('is short even of very many', () => {
    const many = Array.from({ length: 1000 }, (_, index): BackgroundTask => ({
      ...task,
      id: `b${index}`,
      status: { status: 'exited', code: 0 },
    }));
    expect(taskNotes(many.slice(0, 20))).toEqual(many.slice(0, 20).map(taskNote));
    const notes = taskNotes(many);
    expect(notes).toHaveLength(21);
    expect(notes[20]).toMatch(/^980 more background tasks have ended: b20 \(exited 0\), .* and 780 more\.$/);
    expect(notes.join('').length).toBeLessThan(10_000);
  });

  it.each([
    ['  make  ', 'make'],
    ['make\nmake install', 'make…'],
    ['x'.repeat(200), `${'x'.repeat(120)}…`],
    [`${'x'.repeat(119)}😀`, `${'x'.repeat(119)}\uFFFD…`],
  ])('has the command in one line: %j', (command, line) => {
    expect(commandLine({ ...task, command })).toBe(line);
  });
});

it.each([
  [{}, false],
  [{ CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '0' }, false],
  [{ CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' }, true],
])('%j switches background tasks off: %s', (env, expected) => {
  expect(isBackgroundDisabled(env)).toBe(expected);
});
