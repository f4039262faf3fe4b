import { parseInput } from '../input/parse-input.ts';
import { combine, withoutAsking } from '../permission/combine.ts';
import type { PermissionDecision } from '../permission/policy.ts';
import { queryFor } from '../permission/query-for.ts';
import type { Engine } from '../run/engine.ts';
import type { CheckContext, NestedCall } from '../tool/context.ts';
import { outcomeForModel } from './outcome-text.ts';
import { messageOf } from './predicates.ts';

/**
 * How a call would be decided now, without running anything: rules, mode and the tool's own say. Hooks, a classifier and
 * a person are not asked. Never rejects.
 */
export async function decideOnly(
  engine: Engine,
  { name, input }: NestedCall,
  context: CheckContext,
): Promise<PermissionDecision> {
  try {
    const tool = engine.pool.find(name);
    if (tool === undefined) {
      const whyGone = engine.pool.whyGone(name);
      const outcome = { code: 'unknown-tool', name, nearNames: engine.pool.near(name), whyGone } as const;
      return refused(outcomeForModel(outcome, name));
    }
    const parsed = parseInput({ kind: 'value', value: input });
    if (!parsed.ok) return refused(parsed.message);
    await tool.load?.();
    const validation = await engine.validator.validate(tool.inputSchema, parsed.input);
    if (!validation.ok) {
      const [issue] = validation.issues;
      return refused(
        validation.schemaError ?? `the input is invalid: ${issue?.message ?? 'it fits no schema'}`,
      );
    }
    const tightened = await tool.checkPermissions?.(validation.input, context);
    const snapshot = engine.permission.current();
    const query = queryFor(tool, validation.input, validation.json, engine.session.cwd);
    return withoutAsking(combine(engine.policy.decide(query, snapshot), tightened, undefined), snapshot.mode);
  } catch (error) {
    return { behavior: 'deny', by: 'safety', reason: `the call could not be decided: ${messageOf(error)}` };
  }
}

function refused(reason: string): PermissionDecision {
  return { behavior: 'deny', by: 'tool', reason };
}
