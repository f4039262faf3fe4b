import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { stateDirectory, type SubAgentPort } from '@sluice/agent';
import { TaskList, type ListedTask, type TaskEventContext, type TaskListPort } from '@sluice/tools';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import { trackingTools, type TrackingOptions } from './tracking-tools.ts';

interface OpenTaskListOptions extends TrackingOptions {
  readonly sessionId: string;
  /** Absolute: the session's own. */
  readonly sessionDirectory: string;
  readonly hooks: Pick<SessionHooks, 'dispatcher'>;
  /** Knows who is a teammate. Undefined: no one is. */
  readonly agents: Pick<SubAgentPort, 'list' | 'team'> | undefined;
}

/** The session's task list. Undefined: the session has other tools for that, or none. */
export function openTaskList(options: OpenTaskListOptions): TaskListPort | undefined {
  const { sessionId, sessionDirectory, env, hooks, agents } = options;
  const { family, isForMany, isDeferred, shared } = trackingTools(options);
  if (family !== 'task-list') return undefined;
  const directory = isForMany
    ? join(stateDirectory(env), 'tasks', directoryName(shared === '' ? sessionId : shared))
    : join(sessionDirectory, 'tasks');
  const fire = (
    event: 'TaskCreated' | 'TaskCompleted',
    { id, subject, description }: ListedTask,
    { cwd, signal, agent }: TaskEventContext,
  ) =>
    hooks.dispatcher()?.fire(
      event,
      {
        ...{ task_id: id, task_subject: subject, task_description: description },
        ...teamFields(agents, agent?.id),
      },
      { cwd, signal, agent },
    );
  return {
    list: new TaskList(directory),
    isDeferred,
    // Main agents of several sessions on one list must not pass for each other.
    mainName: shared === '' ? 'main' : `main-${hash(sessionId).slice(0, 8)}`,
    nameOf: (owner) => agents?.list().find(({ id }) => id === owner)?.name ?? owner,
    ownerOf: (name) => agents?.list().findLast((one) => one.name === name)?.id ?? name,
    async mayCreate(task, context) {
      return (await fire('TaskCreated', task, context))?.block?.reason;
    },
    async mayComplete(task, context) {
      const verdict = await fire('TaskCompleted', task, context);
      return verdict?.block?.reason ?? verdict?.stop?.reason;
    },
  };
}

/** The fields of hooks for a teammate. */
function teamFields(
  agents: OpenTaskListOptions['agents'],
  agentId: string | undefined,
): { readonly teammate_name?: string; readonly team_name?: string } {
  const team = agentId === undefined ? undefined : agents?.team();
  const name = agents?.list().find(({ id }) => id === agentId)?.name;
  if (team === undefined || name === undefined || !team.members.includes(name)) return {};
  return { teammate_name: name, team_name: team.name };
}

/** A name for a directory, the same for the same id and for no other. */
function directoryName(id: string): string {
  return /^[A-Za-z0-9][\w.-]{0,99}$/.test(id) ? id : `_${hash(id)}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
