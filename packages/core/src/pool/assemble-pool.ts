import type { AnyTool } from '../tool/tool.ts';
import { createPool } from './create-pool.ts';
import type { LeftOut, LeftOutReason, PoolOptions, ToolPool, ToolSource } from './pool.ts';
import { takenNameProblem } from './taken-name.ts';

/** @throws TypeError if a foreign tool has a name of a built-in one and does not set `replacesBuiltIn` */
export function assemblePool(options: PoolOptions): ToolPool {
  const { wanted, isDenied = () => false, isUnnamed = () => false } = options;
  const leftOut: LeftOut[] = [];
  const byName = new Map<string, AnyTool>();
  const known = madeFrom(options.builtIn);
  const foreign = madeFrom(options.foreign ?? []);
  for (const tool of foreign) {
    const problem = takenNameProblem(tool, known);
    if (problem !== undefined) throw new TypeError(problem);
  }
  const replaced = new Set(foreign.flatMap((tool) => (tool.replacesBuiltIn === true ? [tool.name] : [])));
  const builtIn = known.filter(({ name }) => {
    if (replaced.has(name)) leftOut.push({ name, reason: 'replaced' });
    return !replaced.has(name) && wanted?.includes(name) !== false;
  });
  for (const group of [builtIn, foreign]) {
    for (const tool of group.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) {
      if (!isEnabled(tool)) leftOut.push({ name: tool.name, reason: 'disabled' });
      else if (isDenied(tool)) leftOut.push({ name: tool.name, reason: 'denied' });
      else if (byName.has(tool.name)) leftOut.push({ name: tool.name, reason: 'name-taken' });
      else byName.set(tool.name, tool);
    }
  }
  const ownNames = new Set(builtIn.map(({ name }) => name));
  const refusal = (tool: AnyTool): LeftOutReason | undefined => {
    if (!isEnabled(tool)) return 'disabled';
    if (isDenied(tool)) return 'denied';
    return takenNameProblem(tool, known) === undefined ? undefined : 'name-taken';
  };
  return createPool(byName, leftOut, ownNames, { refusal, isUnnamed });
}

function madeFrom(sources: readonly ToolSource[]): readonly AnyTool[] {
  return sources.flatMap((source) => {
    const tool = typeof source === 'function' ? source() : source;
    return tool === undefined ? [] : [tool];
  });
}

function isEnabled(tool: AnyTool): boolean {
  try {
    return tool.isEnabled();
  } catch {
    return false;
  }
}
