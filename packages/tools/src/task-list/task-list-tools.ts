import type { AnyTool } from '@sluice/core';
import { createTaskCreateTool } from './task-create-tool.ts';
import { createTaskGetTool } from './task-get-tool.ts';
import type { TaskListPort } from './task-list-port.ts';
import { createTaskListTool } from './task-list-tool.ts';
import { createTaskUpdateTool } from './task-update-tool.ts';

/** The tools of a task list, which several agents can share. */
export function createTaskListTools(port: TaskListPort): readonly AnyTool[] {
  const tools: readonly AnyTool[] = [
    createTaskCreateTool(port),
    createTaskGetTool(port),
    createTaskListTool(port),
    createTaskUpdateTool(port),
  ];
  return port.isDeferred === true ? tools.map((tool) => ({ ...tool, isDeferred: true })) : tools;
}
