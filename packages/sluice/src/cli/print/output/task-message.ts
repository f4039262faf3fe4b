import { commandLine, taskNote, type BackgroundTask, type TaskStatus, type TaskUsage } from '@sluice/tools';

/** That work in the background has begun, or how it has ended. */
export function taskMessage(task: BackgroundTask): object {
  const { id, type, outputPath, callId, status } = task;
  const base = {
    type: 'system',
    task_id: id,
    tool_use_id: callId,
    task_type: type,
  };
  if (status.status === 'running')
    return { ...base, subtype: 'task_started', description: commandLine(task), output_file: outputPath };
  return {
    ...base,
    subtype: 'task_notification',
    status: statusOf(status),
    output_file: outputPath,
    summary: taskNote(task),
    ...(status.status === 'exited' && { exit_code: status.code }),
    ...(status.status === 'completed' && status.usage !== undefined && { usage: usageOf(status.usage) }),
  };
}

function usageOf({ totalTokens, toolUses, durationMs }: TaskUsage): object {
  return { total_tokens: totalTokens, tool_uses: toolUses, duration_ms: durationMs };
}

function statusOf(status: TaskStatus): 'completed' | 'failed' | 'stopped' {
  // A lost one was ended with the program around it.
  if (status.status === 'stopped' || status.status === 'lost') return 'stopped';
  if (status.status === 'completed') return 'completed';
  return status.status === 'exited' && status.code === 0 ? 'completed' : 'failed';
}
