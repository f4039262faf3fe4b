import { hasTeams } from './has-teams.ts';

export interface TrackingOptions {
  /** The session has an agent. */
  readonly hasAgent: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The session has a task list whatever the variables say. Default: false. */
  readonly isRequired?: boolean | undefined;
  /** Names of the tools that the session offers. Default: all. */
  readonly tools?: readonly string[] | undefined;
}

/** How a session's models keep track of longer work. */
interface TrackingTools {
  readonly family: 'task-list' | 'todo-write' | 'none';
  /** Others may work on the list: other sessions, or a team. */
  readonly isForMany: boolean;
  /** The tools are found by `ToolSearch` rather than listed in each request. */
  readonly isDeferred: boolean;
  /** The name of the list. Empty: it has none. */
  readonly shared: string;
}

/** The family of tools that `CLAUDE_CODE_ENABLE_TODO_TOOLS` and `CLAUDE_CODE_ENABLE_TASKS` choose, or the names of tools if one is there alone. */
export function trackingTools({ hasAgent, env, isRequired, tools }: TrackingOptions): TrackingTools {
  const shared = env['CLAUDE_CODE_TASK_LIST_ID']?.trim() ?? '';
  const wanted = env['CLAUDE_CODE_ENABLE_TASKS']?.trim() ?? '';
  const offered = env['CLAUDE_CODE_ENABLE_TODO_TOOLS']?.trim() ?? '';
  const isNeeded = isRequired === true || hasTeams(env);
  const isForMany = isNeeded || shared !== '' || isOn(wanted);
  const isDeferred = !isForMany && !isOn(offered);
  const rest = { isForMany, isDeferred, shared };
  if (isOff(offered) && !isNeeded) return { family: 'none', ...rest };
  const hasList = isForMany || (hasAgent && wanted === '' && !asksForTodos(tools));
  return { family: hasList ? 'task-list' : 'todo-write', ...rest };
}

function asksForTodos(tools: readonly string[] | undefined): boolean {
  return tools?.includes('TodoWrite') === true && !tools.includes('TaskCreate');
}

function isOn(value: string): boolean {
  return /^(1|true|yes|on)$/i.test(value);
}

function isOff(value: string): boolean {
  return /^(0|false|no|off)$/i.test(value);
}
