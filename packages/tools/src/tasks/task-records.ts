import { readFileSync, rmSync } from 'node:fs';
import { errorText, writePrivateFileSync } from '@sluice/base';
import { z } from 'zod';
import { lazy } from '../schema/lazy.ts';
import { TASK_KINDS, type BackgroundTask } from './background-task.ts';
import type { TaskLeader } from './task-leader.ts';

/** The record of a task whose end has not been reported yet, stored in a file of the session. */
export interface TaskRecord {
  readonly task: BackgroundTask;
  /** Undefined: not found, or ended. */
  readonly leader: TaskLeader | undefined;
}

/** Where tasks are recorded beyond the end of the program. */
export interface TaskRecords {
  /** None if there is no such file, or it contains something else. */
  read(): readonly TaskRecord[];
  /** Replaces all records atomically; without records, the file is removed. Returns what went wrong. */
  write(records: readonly TaskRecord[]): string | undefined;
}

const recordsSchema = lazy(() => {
  const status = z.discriminatedUnion('status', [
    z.object({ status: z.literal('running') }),
    z.object({ status: z.literal('exited'), code: z.number() }),
    z.object({ status: z.literal('signalled'), signal: z.string() }),
    z.object({ status: z.literal('timed-out'), afterMs: z.number() }),
    z.object({ status: z.literal('output-limit'), limitBytes: z.number() }),
    z.object({ status: z.literal('stopped'), by: z.enum(['person', 'model', 'program']).optional() }),
    z.object({
      status: z.literal('completed'),
      text: z.string(),
      usage: z.object({ totalTokens: z.number(), toolUses: z.number(), durationMs: z.number() }).optional(),
    }),
    z.object({ status: z.literal('failed'), reason: z.string(), text: z.string().optional() }),
    z.object({ status: z.literal('lost') }),
    z.object({ status: z.literal('not-started'), reason: z.string() }),
  ]);

  return z.array(
    z.object({
      task: z.object({
        id: z.string(),
        type: z.enum(TASK_KINDS),
        command: z.string(),
        outputPath: z.string(),
        callId: z.string().optional(),
        agentId: z.string().optional(),
        status,
        notes: z.array(z.string()),
      }),
      leader: z
        .object({
          // The number is passed to kill(2), where others mean groups or every process.
          pid: z.int().min(2),
          startTime: z.number(),
          boot: z.string(),
          tag: z.string(),
        })
        .optional(),
    }),
  );
});

/** Records in the file `path`, which only its owner can read. */
export function createTaskRecords(path: string): TaskRecords {
  // An earlier program may have left it.
  let mayExist = true;
  return {
    read() {
      try {
        const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
        const found = recordsSchema().safeParse(json);
        return found.success ? found.data.map(({ task, leader }) => ({ task, leader })) : [];
      } catch {
        return [];
      }
    },
    write(records) {
      try {
        if (records.length === 0) {
          if (mayExist) rmSync(path, { force: true });
          mayExist = false;
        } else {
          mayExist = true;
          writePrivateFileSync(path, `${JSON.stringify(records)}\n`);
        }
        return undefined;
      } catch (error) {
        const reason = errorText(error);
        return `Background tasks could not be recorded in ${path}: ${reason}`;
      }
    },
  };
}
