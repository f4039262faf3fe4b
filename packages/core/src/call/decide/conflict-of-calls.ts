import { parseInput } from '../../input/parse-input.ts';
import type { Engine } from '../../engine/engine.ts';
import { conflictOf, type Demands } from '../../schedule/demands.ts';
import { isClaims } from '../../tool/check-claims.ts';
import type { NestedCall } from '../../tool/context.ts';
import { toolDemands } from '../demands-of.ts';

/**
 * What both calls use in ways that don't go together, such as a path that one writes and the other reads. Empty: they may run side by
 * side, or one of them can't be run. Nothing is run or decided. Never rejects.
 */
export async function conflictOfCalls(engine: Engine, one: NestedCall, other: NestedCall): Promise<string> {
  const [first, second] = await Promise.all([demandsFor(engine, one), demandsFor(engine, other)]);
  return first === undefined || second === undefined ? '' : conflictOf(first, second);
}

/** Undefined: the call can't be run. */
async function demandsFor(
  engine: Engine,
  { name, input }: NestedCall,
  isTarget = false,
): Promise<Demands | undefined> {
  const tool = engine.tools.pool.find(name);
  const parsed = parseInput({ kind: 'value', value: input });
  if (tool === undefined || !parsed.ok) return undefined;
  try {
    await tool.load?.();
    const validation = await engine.ports.validator.validate(tool.inputSchema, parsed.input);
    if (!validation.ok) return undefined;
    if (tool.target !== undefined)
      return isTarget ? undefined : await demandsFor(engine, tool.target(validation.input), true);
    const claims: unknown = tool.claims?.(validation.input, { cwd: engine.session.cwd });
    if (claims !== undefined && !isClaims(claims)) return 'exclusive';
    return toolDemands(engine, tool, validation.input, claims);
  } catch {
    return 'exclusive';
  }
}
