import { assemblePool, type ToolPool } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { builtInTools, createTaskRegistry } from '@sluice/tools';
import { inspectedTools, NO_PLAN, NO_WEB } from './inspected-tools.ts';

/** The built-in tools, for inspection only: nothing runs. */
export function builtInPool(): ToolPool {
  const pool: ToolPool = assemblePool({
    builtIn: [
      ...builtInTools({
        processes: createProcessSession(),
        tasks: createTaskRegistry(),
        search: { pool: () => pool },
        plan: NO_PLAN,
        web: NO_WEB,
      }),
      ...inspectedTools(),
    ],
  });
  return pool;
}
