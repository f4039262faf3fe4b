import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode, errorText } from '@sluice/base';
import { getOwn } from '@sluice/core';
import type { BackgroundTask } from '@sluice/tools';
import type { ControlAnswer } from './control-answer.ts';

/** Bytes of a task's output that a client gets: its end. */
const TAIL_BYTES = 8 * 1024;

/** The request `get_task_output`: the end of what a background task has printed. */
export function taskOutput(
  request: object,
  tasks: { get(id: string): Pick<BackgroundTask, 'outputPath'> | undefined },
): ControlAnswer {
  const id = getOwn(request, 'task_id');
  const task = typeof id === 'string' ? tasks.get(id) : undefined;
  if (task === undefined) return { ok: false, error: `There is no task ${JSON.stringify(id)}.` };
  try {
    const file = openSync(task.outputPath, 'r');
    try {
      const { size } = fstatSync(file);
      const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
      const length = readSync(file, tail, 0, tail.length, size - tail.length);
      const output = tail.toString('utf8', firstWhole(tail, size > tail.length), length);
      return { ok: true, response: { output, total_bytes: size, truncated: size > TAIL_BYTES } };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT')
      return { ok: true, response: { output: '', total_bytes: 0, truncated: false } };
    return { ok: false, error: `The output of the task can't be read: ${errorText(error)}` };
  }
}

/** Where the first whole character of a cut text begins. */
function firstWhole(bytes: Buffer, isCut: boolean): number {
  let at = 0;
  while (isCut && at < 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}
