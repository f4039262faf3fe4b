import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import { TaskList, type ListedTask, type TaskEventContext, type TaskListPort } from '@sluice/tools';
import type { SessionHooks } from '../hooks/session-hooks.ts';

interface OpenTaskListOptions {
  readonly sessionId: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hooks: Pick<SessionHooks, 'dispatcher'>;
}

/** The session's task list. Undefined: the session has TodoWrite instead. */
export function openTaskList({ sessionId, env, hooks }: OpenTaskListOptions): TaskListPort | undefined {
  const shared = env['CLAUDE_CODE_TASK_LIST_ID']?.trim() ?? '';
  if (shared === '' && !isOn(env['CLAUDE_CODE_ENABLE_TASKS'])) return undefined;
  const directory = join(stateDirectory(env), 'tasks', directoryName(shared === '' ? sessionId : shared));
  const fire = (
    event: 'TaskCreated' | 'TaskCompleted',
    { id, subject, description }: ListedTask,
    { cwd, signal, agent }: TaskEventContext,
  ) =>
    hooks
      .dispatcher()
      ?.fire(
        event,
        { task_id: id, task_subject: subject, task_description: description },
        { cwd, signal, agent },
      );
  return {
    list: new TaskList(directory),
    // Main agents of several sessions on one list must not pass for each other.
    mainName: shared === '' ? 'main' : `main-${hash(sessionId).slice(0, 8)}`,
    async mayCreate(task, context) {
      return (await fire('TaskCreated', task, context))?.block?.reason;
    },
    async mayComplete(task, context) {
      const verdict = await fire('TaskCompleted', task, context);
      return verdict?.block?.reason ?? verdict?.stop?.reason;
    },
  };
}

/** Whether a variable switches something on. */
function isOn(value = ''): boolean {
  return /^(1|true|yes|on)$/i.test(value.trim());
}

/** A name for a directory, the same for the same id and for no other. */
function directoryName(id: string): string {
  return /^[A-Za-z0-9][\w.-]{0,99}$/.test(id) ? id : `_${hash(id)}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
