import { matchingPreHooks } from '../hook/pre-tool-use.ts';
import { mayHaveEffects } from '../hook/post-tool-use.ts';
import type { Engine } from '../engine/engine.ts';
import { resolveClaims, type Demands } from '../schedule/demands.ts';
import type { Claims } from '../data/claims.ts';
import type { Call } from '../engine/call.ts';
import { lookForEffects } from './change-input.ts';
import { decideByPolicy } from './decide/policy-decision.ts';
import { declaredClaims } from './declared-claims.ts';
import { isFalse, isTrue } from '../tool/predicates.ts';
import type { AnyTool } from '../tool/tool.ts';

/** What a call at the front of its segment claims; if asking the tool throws, it is exclusive. */
export function demandsOf(engine: Engine, call: Call): Demands {
  const { tool, input } = call;
  if (tool === undefined) return new Map();
  const { cwd } = engine.session;
  if (cwd !== call.cwd) lookForEffects(call, cwd);
  const declared = declaredClaims(call, cwd);
  markEarlyVerdict(engine, call, declared);
  if (call.hasEffects && mayHaveEffects(engine.hooks, call.name)) return 'exclusive';
  return toolDemands(engine, tool, input, declared);
}

/** @param declared the claims that the tool declares for this input. Undefined: none */
export function toolDemands(
  engine: Engine,
  tool: AnyTool,
  input: unknown,
  declared: Claims | undefined,
): Demands {
  const { cwd } = engine.session;
  if (!isFalse(() => tool.changesContext(input, { cwd }))) return 'exclusive';
  const isSafe = isTrue(() => tool.isConcurrencySafe(input, { cwd }));
  if (engine.schedule.mode === 'strict') return isSafe ? new Map() : 'exclusive';
  const claims = declared ?? (isSafe ? 'everything' : 'exclusive');
  return resolveClaims(claims, cwd, engine.ports.files);
}

/**
 * A call whose input and permission can't change any more has its verdict before it is prepared: no hook will be asked, the tool has no
 * check of its own, and the pure decision is not an ask. Later calls with effects need not wait for it.
 */
function markEarlyVerdict(engine: Engine, call: Call, claims: Claims | undefined): void {
  const { tool } = call;
  if (tool === undefined || tool.checkPermissions !== undefined) return;
  if (engine.hooks.length > 0 && matchingPreHooks(engine.hooks, call.name).length > 0) return;
  const decision = decideByPolicy(engine, call, tool, claims);
  call.verdicts.early = decision;
  call.verdicts.earlyVersion = engine.permission.state.current().version;
  if (decision.behavior !== 'ask') call.group.gate.mark(call.index);
}
