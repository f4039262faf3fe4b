import { existsSync } from 'node:fs';
import type { AgentProgress } from '@sluice/agent';
import {
  commandLine,
  isRunning,
  runsInBackground,
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
      const isKnown = known.has(task.id);
      if (isRunning(task)) known.add(task.id);
      else known.delete(task.id);
      const about = isRunning(task)
        ? runningMessages(task, isKnown)
        : [endedMessage(task), taskMessage(task)];
      const background = tasks.filter(runsInBackground);
      const now = background.map(({ id }) => id).join();
      if (now === shown) return about;
      shown = now;
      const changed = changedMessage(background);
      // A task joins the list before its start is reported, and leaves it after its end.
      return isRunning(task) ? [changed, ...about] : [...about, changed];
    },
  };
}

/** A call that moves becomes a task by that, and is reported as one that ran in the foreground. */
function runningMessages(task: BackgroundTask, isKnown: boolean): readonly object[] {
  if (isKnown) return [movedMessage(task)];
  return task.hasMoved === true ? [taskMessage(task), movedMessage(task)] : [taskMessage(task)];
}

/** What was in the foreground is no longer waited for. */
function movedMessage({ id, callId }: BackgroundTask): object {
  return {
    type: 'system',
    subtype: 'task_updated',
    task_id: id,
    tool_use_id: callId,
    patch: { is_backgrounded: true },
  };
}

function endedMessage({ id, callId, status }: BackgroundTask): object {
  return {
    type: 'system',
    subtype: 'task_updated',
    task_id: id,
    tool_use_id: callId,
    patch: { status: PATCHED[statusOf(status)], end_time: Date.now() },
  };
}

const PATCHED = { completed: 'completed', failed: 'failed', stopped: 'killed' } as const;

function changedMessage(tasks: readonly BackgroundTask[]): object {
  return {
    type: 'system',
    subtype: 'background_tasks_changed',
    tasks: tasks.map((task) => ({
      task_id: task.id,
      task_type: TYPES[task.type] ?? task.type,
      description: descriptionOf(task),
      subagent_type: task.agent?.type,
    })),
  };
}

/** Without words of its call, its command. */
function descriptionOf(task: BackgroundTask): string {
  return task.description ?? commandLine(task);
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
  const { id, type, outputPath, callId, status, agent, hasMoved } = task;
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
      description: descriptionOf(task),
      output_file: isWritten(task) ? outputPath : undefined,
      is_backgrounded: agent?.isForeground !== true && hasMoved !== true,
      subagent_type: agent?.type,
      name: agent?.name,
      spawn_depth: agent?.depth,
      parent_task_id: agent?.parentId,
      prompt: agent?.prompt,
    };
  return {
    ...base,
    subtype: 'task_notification',
    status: statusOf(status),
    output_file: isWritten(task) ? outputPath : '',
    summary: taskNote(task),
    exit_code: status.status === 'exited' ? status.code : undefined,
    usage: status.status === 'completed' && status.usage !== undefined ? usageOf(status.usage) : undefined,
  };
}

/** An agent that was waited for writes a file only if its report was cut. */
function isWritten({ agent, outputPath }: BackgroundTask): boolean {
  return agent?.isForeground !== true || existsSync(outputPath);
}

/** The names that clients know. */
const TYPES: Partial<Readonly<Record<TaskKind, string>>> = {
  shell: 'local_bash',
  agent: 'local_agent',
  workflow: 'local_workflow',
  mcp: 'mcp_task',
};

function usageOf({ totalTokens, toolUses, durationMs }: TaskUsage): object {
  return { total_tokens: totalTokens, tool_uses: toolUses, duration_ms: Math.round(durationMs) };
}

function statusOf(status: TaskStatus): 'completed' | 'failed' | 'stopped' {
  // A lost one ended with the surrounding program.
  if (status.status === 'stopped' || status.status === 'lost') return 'stopped';
  if (status.status === 'completed') return 'completed';
  return status.status === 'exited' && status.code === 0 ? 'completed' : 'failed';
}
