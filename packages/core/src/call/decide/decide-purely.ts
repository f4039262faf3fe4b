import { parseInput } from '../../input/parse-input.ts';
import { schemaErrorText } from '../../input/schema-error.ts';
import type { Asker } from '../../permission/ask/asker.ts';
import { combine, withoutAsking } from '../../policy/combine.ts';
import type { PermissionDecision, PureDecision } from '../../permission/decision.ts';
import { onGrounds } from '../../permission/describe/on-grounds.ts';
import { unanswered } from '../../permission/ask/unanswered.ts';
import { queryFor } from '../../policy/query-for.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CheckContext, NestedCall } from '../../tool/context.ts';
import { issueText, outcomeForModel } from '../../outcome/outcome-text.ts';
import { messageOf } from '../../tool/predicates.ts';

/** A call that is only decided, not run. */
export interface CallToDecide extends NestedCall {
  /** Who would be asked. Default: the agent's asker. */
  readonly asker?: Asker;
}

/**
 * How a call would be decided now, without running anything: validation, rules, mode and the tool's own check. Hooks, a classifier and a
 * person are not asked; what would be asked with no one to ask is denied. Never rejects.
 *
 * @param context of the calling call. Default: there is none.
 */
export async function decidePurely(
  engine: Engine,
  { name, input, asker }: CallToDecide,
  context: CheckContext = new NoCall(engine),
): Promise<PureDecision> {
  const decision = await decide(engine, { name, input }, context);
  const mayAsk =
    (asker === undefined ? engine.permission.asker : engine.permission.askerOf(asker)) !== undefined;
  if (decision.behavior !== 'ask' || mayAsk) return decision;
  const { rule, parts } = decision;
  return {
    behavior: 'deny',
    by: 'headless',
    ...onGrounds(unanswered(decision, { kind: 'nobody' })),
    rule,
    parts,
  };
}

async function decide(
  engine: Engine,
  { name, input }: NestedCall,
  context: CheckContext,
  isTarget = false,
): Promise<PermissionDecision> {
  try {
    const tool = engine.tools.pool.find(name);
    if (tool === undefined) {
      const whyGone = engine.tools.pool.whyGone(name);
      const outcome = {
        code: 'unknown-tool',
        name,
        nearNames: engine.tools.pool.near(name),
        whyGone,
      } as const;
      return refused(outcomeForModel(outcome, name));
    }
    const parsed = parseInput({ kind: 'value', value: input });
    if (!parsed.ok) return refused(parsed.message);
    await tool.load?.();
    const validation = await engine.ports.validator.validate(tool.inputSchema, parsed.input);
    if (validation.ok && tool.target !== undefined) {
      if (isTarget) return refused(`${tool.name} can't be called by another tool`);
      return await decide(engine, tool.target(validation.input), context, true);
    }
    if (!validation.ok) {
      const { schemaError, issues } = validation;
      if (schemaError !== undefined) return refused(schemaErrorText(tool.name, schemaError));
      return refused(`the input is invalid: ${issueText(issues[0]) ?? 'it matches no schema'}`);
    }
    const tightened = await tool.checkPermissions?.(validation.input, context);
    const snapshot = engine.permission.state.current();
    const query = queryFor(tool, validation.input, validation.json, engine.session.cwd);
    return withoutAsking(
      combine(engine.permission.policy.decide(query, snapshot), tightened, undefined),
      snapshot.mode,
    );
  } catch (error) {
    const grounds = onGrounds({ kind: 'undecidable', message: messageOf(error) });
    return { behavior: 'deny', by: 'safety', ...grounds };
  }
}

/** The context of a decision that no call waits for. */
class NoCall implements CheckContext {
  readonly callId = '';
  readonly messageId = '';
  readonly cwd: string;
  readonly session: CheckContext['session'];
  readonly ledger: CheckContext['ledger'];
  readonly permission: CheckContext['permission'];

  constructor({ session, results, permission }: Engine) {
    this.cwd = session.cwd;
    this.session = session;
    this.ledger = results.ledger;
    this.permission = permission.state.current();
  }

  get signal(): AbortSignal {
    return new AbortController().signal;
  }
}

function refused(text: string): PermissionDecision {
  return { behavior: 'deny', by: 'tool', ...onGrounds({ kind: 'stated', text }) };
}
