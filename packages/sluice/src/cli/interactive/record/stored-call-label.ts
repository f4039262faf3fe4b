import { assemblePool, getOwn, inputLabel, loadTools, type JsonObject } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { builtInTools, createTaskRegistry } from '@sluice/tools';
import { inspectedTools, NO_PLAN, NO_WEB } from '../../inspected-tools.ts';

/** Labels calls of a session that isn't open, in the words of the built-in tools; its servers' tools aren't at hand. */
export async function storedCallLabel(cwd: string): Promise<(name: string, input: JsonObject) => string> {
  // Nothing is called: no process starts.
  const processes = createProcessSession();
  const tasks = createTaskRegistry();
  const built = builtInTools({ plan: NO_PLAN, web: NO_WEB, processes, tasks, workspace: cwd, env: {} });
  const pool = assemblePool({ builtIn: [...built, ...inspectedTools()] });
  await loadTools(pool.tools);
  return (name, input) =>
    pool.find(name) === undefined ? firstText(name, input) : inputLabel(pool, name, input, cwd);
}

/** Of an unknown tool's input, the first text says most. */
function firstText(name: string, input: JsonObject): string {
  const [first] = Object.keys(input).flatMap((key) => {
    const value = getOwn(input, key);
    return typeof value === 'string' ? [value] : [];
  });
  return first === undefined ? name : `${name} ${first.slice(0, 200).replaceAll(/\s+/g, ' ')}`;
}
