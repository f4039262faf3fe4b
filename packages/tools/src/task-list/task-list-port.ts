import type { AgentIdentity } from '@sluice/core';
import type { ListedTask } from './listed-task.ts';
import type { TaskList } from './task-list.ts';

/** What is known of a call that creates or completes a task. */
export interface TaskEventContext {
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly agent: AgentIdentity | undefined;
}

/** What the tools of task lists need of a session. */
export interface TaskListPort {
  readonly list: TaskList;
  /** The owner of tasks that the main agent takes. */
  readonly mainName: string;
  /** The name by which agents know an owner. Default: the owner itself. */
  readonly nameOf?: ((owner: string) => string) | undefined;
  /** The owner that a name stands for. Default: the name itself. */
  readonly ownerOf?: ((name: string) => string) | undefined;
  /** Models find the tools when they need them, rather than in each request. Default false. */
  readonly isDeferred?: boolean | undefined;
  /** Before a task is written. A reason: it is not. */
  mayCreate(task: ListedTask, context: TaskEventContext): Promise<string | undefined>;
  /** Before a task is marked completed. A reason: it stays as it is. */
  mayComplete(task: ListedTask, context: TaskEventContext): Promise<string | undefined>;
}
