import type { JsonObject } from '@sluice/core';
import type { ListedTask } from './listed-task.ts';
import type { Changed, TaskChange } from './task-list.ts';

export interface TaskUpdateFields {
  readonly subject?: string | undefined;
  readonly description?: string | undefined;
  readonly activeForm?: string | undefined;
  readonly status?: ListedTask['status'] | 'deleted' | undefined;
  readonly addBlocks?: readonly string[] | undefined;
  readonly addBlockedBy?: readonly string[] | undefined;
  readonly owner?: string | undefined;
  readonly metadata?: JsonObject | undefined;
}

export interface TaskUpdated {
  readonly before: ListedTask;
  readonly fields: readonly string[];
}

/**
 * What an update of one task does to the list. A refusal changes nothing.
 * @param nameOf what a refusal calls an owner
 */
export function updateTask(
  tasks: readonly ListedTask[],
  id: string,
  fields: TaskUpdateFields,
  caller: string,
  nameOf: (owner: string) => string = (owner) => owner,
): Changed<TaskChange & { readonly value: TaskUpdated }> {
  const before = tasks.find((task) => task.id === id);
  if (before === undefined) return refuse(`There is no task ${id}. TaskList shows the tasks that there are.`);
  const { status, addBlocks = [], addBlockedBy = [] } = fields;
  if (status === 'deleted') {
    const write = tasks
      .filter(({ blockedBy }) => blockedBy.includes(id))
      .map((task) => ({ ...task, blockedBy: task.blockedBy.filter((each) => each !== id) }));
    return { ok: true, value: { write, remove: [id], value: { before, fields: ['deleted'] } } };
  }

  const edges = [
    ...addBlocks.map((blocked) => ({ blocked, by: id })),
    ...addBlockedBy.map((by) => ({ blocked: id, by })),
  ];
  const blockers = new Map(tasks.map((task) => [task.id, [...task.blockedBy]]));
  for (const { blocked, by } of edges) {
    const list = blockers.get(blocked);
    if (list === undefined || !blockers.has(by))
      return refuse(`There is no task ${list === undefined ? blocked : by}, so nothing was changed.`);
    if (reaches(blockers, by, blocked))
      return refuse(
        `Task ${by} already waits for task ${blocked}, so task ${blocked} can't wait for task ${by}: neither could ever start. Nothing was changed.`,
      );
    if (!list.includes(by)) list.push(by);
  }

  const held = before.status === 'in_progress' ? before.owner : undefined;
  const takes = status === 'in_progress' || fields.owner !== undefined;
  const wanted = fields.owner ?? (status === 'in_progress' ? (before.owner ?? caller) : before.owner);
  if (takes && held !== undefined && held !== caller && status !== 'pending')
    return refuse(
      `Task ${id} is in progress and belongs to ${nameOf(held)}. Choose another one, or set it to pending first if ${nameOf(held)} no longer works on it.`,
    );
  if (status === 'in_progress') {
    if (before.status === 'completed')
      return refuse(`Task ${id} is already completed. Set it to pending first if it must be done again.`);
    if (
      held === undefined &&
      before.owner !== undefined &&
      before.owner !== caller &&
      fields.owner === undefined
    )
      return refuse(`Task ${id} belongs to ${nameOf(before.owner)}. Choose another one.`);
    const open = openBlockers(tasks, { ...before, blockedBy: blockers.get(id) ?? [] });
    if (open.length > 0)
      return refuse(
        `Task ${id} can't start yet: it waits for ${open.map((each) => `task ${each}`).join(', ')}.`,
      );
  }

  const after: ListedTask = {
    ...before,
    subject: fields.subject ?? before.subject,
    description: fields.description ?? before.description,
    activeForm: fields.activeForm ?? before.activeForm,
    status: status ?? before.status,
    // A task that is given back has no owner, unless it gets one.
    owner: status === 'pending' ? fields.owner : wanted,
    blockedBy: blockers.get(id) ?? [],
    metadata: mergeMetadata(before.metadata, fields.metadata),
  };
  const write = tasks
    .map((task) => (task.id === id ? after : { ...task, blockedBy: blockers.get(task.id) ?? [] }))
    .filter((task) => JSON.stringify(task) !== JSON.stringify(tasks.find((each) => each.id === task.id)));
  return {
    ok: true,
    value: { write, remove: [], value: { before, fields: changedFields(before, after, addBlocks) } },
  };
}

/** Ids of the tasks that a task still waits for. */
export function openBlockers(tasks: readonly ListedTask[], { blockedBy }: ListedTask): readonly string[] {
  return blockedBy.filter((id) => tasks.some((task) => task.id === id && task.status !== 'completed'));
}

function changedFields(
  before: ListedTask,
  after: ListedTask,
  addBlocks: readonly string[],
): readonly string[] {
  const names = ['subject', 'description', 'activeForm', 'status', 'owner', 'blockedBy', 'metadata'] as const;
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return addBlocks.length > 0 ? [...changed, 'blocks'] : changed;
}

/** Whether a task waits for another one, directly or through others, or is that task. */
function reaches(blockers: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(blockers.get(id) ?? []));
  }
  return false;
}

function mergeMetadata(
  before: JsonObject | undefined,
  changes: JsonObject | undefined,
): JsonObject | undefined {
  if (changes === undefined) return before;
  const entries = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
