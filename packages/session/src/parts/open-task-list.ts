import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { stateDirectory, type SubAgentPort } from '@sluice/agent';
import { TaskList, type ListedTask, type TaskEventContext, type TaskListPort } from '@sluice/tools';
import { hasTeams } from './has-teams.ts';
import type { SessionHooks } from '../hooks/session-hooks.ts';

interface OpenTaskListOptions {
  readonly sessionId: string;
  /** Absolute: the session's own. */
  readonly sessionDirectory: string;
  /** The session has an agent. */
  readonly hasAgent: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hooks: Pick<SessionHooks, 'dispatcher'>;
  /** The session has the Task tools whatever the variables say. Default: false. */
  readonly isRequired?: boolean | undefined;
  /** Knows who is a teammate. Undefined: no one is. */
  readonly agents: Pick<SubAgentPort, 'list' | 'team'> | undefined;
}

/** The session's task list. Undefined: the session has TodoWrite instead. */
export function openTaskList(options: OpenTaskListOptions): TaskListPort | undefined {
  const { sessionId, sessionDirectory, hasAgent, env, hooks, agents } = options;
  const shared = env['CLAUDE_CODE_TASK_LIST_ID']?.trim() ?? '';
  const wanted = env['CLAUDE_CODE_ENABLE_TASKS']?.trim() ?? '';
  const isForMany = shared !== '' || options.isRequired === true || isOn(wanted) || hasTeams(env);
  if (!isForMany && (!hasAgent || wanted !== '')) return undefined;
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
    isDeferred: !isForMany,
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
