import { decideOnly } from '../call/decide-only.ts';
import type { Asker } from '../permission/asker.ts';
import type { PermissionDecision } from '../permission/policy.ts';
import type { CheckContext, NestedCall } from '../tool/context.ts';
import type { Engine } from './engine.ts';

/** A call that is only decided. */
export interface CallToDecide extends NestedCall {
  /** Who would be asked. Default: the runtime's asker. */
  readonly asker?: Asker;
}

/** How it would be decided, and why. */
export type PureDecision = Pick<PermissionDecision, 'behavior' | 'by' | 'reason' | 'rule' | 'parts'>;

/** Rules, mode and the tool's own check; what would be asked is denied where nobody can be asked. Never rejects. */
export async function decidePurely(
  engine: Engine,
  { name, input, asker }: CallToDecide,
): Promise<PureDecision> {
  const { session, ledger } = engine;
  const context: CheckContext = {
    callId: '',
    messageId: '',
    cwd: session.cwd,
    session,
    ledger,
    permission: engine.permission.current(),
    get signal() {
      return new AbortController().signal;
    },
  };
  const decision = await decideOnly(engine, { name, input }, context);
  if (
    decision.behavior !== 'ask' ||
    (asker === undefined ? engine.asker : engine.askerOf(asker)) !== undefined
  ) {
    return decision;
  }
  const { reason, remedy, rule, parts } = decision;
  return {
    behavior: 'deny',
    by: 'headless',
    reason: `${reason}, and nobody can be asked. ${remedy}`,
    rule,
    parts,
  };
}
