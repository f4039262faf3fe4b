import type { AgentProgress } from '@sluice/agent';
import {
  commandLine,
  isRunning,
  taskNote,
  type BackgroundTask,
  type TaskKind,
  type TaskStatus,
  type TaskUsage,
} from '@sluice/tools';

/** Converts changes of background tasks to messages. */
interface TaskMessages {
  /** @param tasks all of them in their current state */
  take(task: BackgroundTask, tasks: readonly BackgroundTask[]): readonly object[];
}

export function createTaskMessages(): TaskMessages {
  const known = new Set<string>();
  let shown = '';
  return {
    take(task, tasks) {
      const hasMoved = isRunning(task) && known.has(task.id);
      if (isRunning(task)) known.add(task.id);
      else known.delete(task.id);
      const first = hasMoved ? movedMessage(task) : taskMessage(task);
      const background = tasks.filter((each) => isRunning(each) && each.agent?.isForeground !== true);
      const now = background.map(({ id }) => id).join();
      if (now === shown) return [first];
      shown = now;
      return [changedMessage(background), first];
    },
  };
}

/** A foreground agent that is no longer waited for. */
function movedMessage({ id, callId }: BackgroundTask): object {
  return {
    type: 'system',
    subtype: 'task_updated',
    task_id: id,
    tool_use_id: callId,
    patch: { is_backgrounded: true },
  };
}

function changedMessage(tasks: readonly BackgroundTask[]): object {
  return {
    type: 'system',
    subtype: 'background_tasks_changed',
    tasks: tasks.map((task) => ({
      task_id: task.id,
      task_type: TYPES[task.type] ?? task.type,
      description: commandLine(task),
    })),
  };
}

/** An agent's progress. */
export function progressMessage(
  { agentId, description, toolUses, totalTokens, durationMs, lastTool }: AgentProgress,
  tasks: { get(id: string): BackgroundTask | undefined },
): object {
  return {
    type: 'system',
    subtype: 'task_progress',
    task_id: agentId,
    tool_use_id: tasks.get(agentId)?.callId,
    description,
    usage: { total_tokens: totalTokens, tool_uses: toolUses, duration_ms: Math.round(durationMs) },
    last_tool_name: lastTool,
  };
}

/** Reports that background work has started, or how it ended. */
function taskMessage(task: BackgroundTask): object {
  const { id, type, outputPath, callId, status, agent } = task;
  const base = {
    type: 'system',
    task_id: id,
    tool_use_id: callId,
    task_type: TYPES[type] ?? type,
  };
  if (status.status === 'running')
    return {
      ...base,
      subtype: 'task_started',
      description: commandLine(task),
      output_file: outputPath,
      ...(agent !== undefined && {
        subagent_type: agent.type,
        name: agent.name,
        spawn_depth: agent.depth,
        is_backgrounded: !agent.isForeground,
      }),
    };
  return {
    ...base,
    subtype: 'task_notification',
    status: statusOf(status),
    output_file: outputPath,
    summary: taskNote(task),
    exit_code: status.status === 'exited' ? status.code : undefined,
    usage: status.status === 'completed' && status.usage !== undefined ? usageOf(status.usage) : undefined,
  };
}

/** The names that clients know. */
const TYPES: Partial<Readonly<Record<TaskKind, string>>> = {
  agent: 'local_agent',
  workflow: 'local_workflow',
};

function usageOf({ totalTokens, toolUses, durationMs }: TaskUsage): object {
  return { total_tokens: totalTokens, tool_uses: toolUses, duration_ms: durationMs };
}

function statusOf(status: TaskStatus): 'completed' | 'failed' | 'stopped' {
  // A lost one ended with the surrounding program.
  if (status.status === 'stopped' || status.status === 'lost') return 'stopped';
  if (status.status === 'completed') return 'completed';
  return status.status === 'exited' && status.code === 0 ? 'completed' : 'failed';
}
