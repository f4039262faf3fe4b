import { assemblePool, type ToolPool } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { createSkillTool, type SkillPort } from '@sluice/agent';
import { builtInTools, createTaskRegistry } from '@sluice/tools';

const NO_SKILLS: SkillPort = {
  refusal: () => Promise.resolve('There are no skills.'),
  grants: () => false,
  use: () => Promise.resolve({ ok: false, message: 'There are no skills.' }),
};

/** The built-in tools, for inspection only: nothing runs. */
export function builtInPool(): ToolPool {
  const pool: ToolPool = assemblePool({
    builtIn: [
      ...builtInTools({
        processes: createProcessSession(),
        tasks: createTaskRegistry(),
        search: { pool: () => pool },
      }),
      createSkillTool(NO_SKILLS),
    ],
  });
  return pool;
}
