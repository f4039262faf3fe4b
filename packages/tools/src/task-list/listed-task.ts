import type { JsonObject } from '@sluice/core';
import { z } from 'zod';
import { lazy } from '../schema/lazy.ts';

/** A task of a task list, as its file holds it. */
export interface ListedTask {
  readonly id: string;
  readonly subject: string;
  readonly description: string;
  readonly activeForm?: string | undefined;
  readonly status: 'pending' | 'in_progress' | 'completed';
  readonly owner?: string | undefined;
  /** Ids of the tasks that must be completed first. The other direction is derived, so one file holds each edge. */
  readonly blockedBy: readonly string[];
  readonly metadata?: JsonObject | undefined;
}

const schema = lazy(() =>
  z.object({
    id: z.string(),
    subject: z.string(),
    description: z.string(),
    activeForm: z.string().optional(),
    status: z.enum(['pending', 'in_progress', 'completed']),
    owner: z.string().optional(),
    blockedBy: z.array(z.string()),
    metadata: z.record(z.string(), z.json()).optional(),
  }),
);

/** Undefined: the text is not the file of the task with this id. */
export function parseListedTask(text: string, id: string): ListedTask | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = schema().safeParse(value);
  return data?.id === id ? data : undefined;
}
