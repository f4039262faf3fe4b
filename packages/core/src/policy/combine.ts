import type { ToolPermission } from '../tool/tool.ts';
import { effectsIn, type PermissionMode } from '../data/permission-mode.ts';
import type { PermissionDecision } from '../permission/decision.ts';
import { advise } from '../permission/describe/remedy-of.ts';
import { groundsOf, onGrounds } from '../permission/describe/on-grounds.ts';
import type { HookVerdict } from '../hook/pre-tool-use.ts';

const RANK = { allow: 0, ask: 1, deny: 2 } as const;

/**
 * Deny is final: the strictest of what rules and mode, the tool and hooks say. An `allow` from the tool or a hook counts only if nothing
 * else decided. A call that is itself a question to a person may also be answered by a hook: by an `allow` with the input that holds
 * the answer.
 *
 * @param isInquiry the call is a question to a person: its tool has an `interaction`
 */
export function combine(
  policy: PermissionDecision,
  tool: ToolPermission | undefined,
  hook: HookVerdict | undefined,
  isInquiry = false,
): PermissionDecision {
  const decision = tighten(policy, tool, hook);
  if (hook !== undefined && isInquiry && decision === policy && isAnswered(policy, hook))
    return allowedByHook(decision, hook);
  return allowWhereUndecided(decision, tool, hook);
}

function isAnswered({ behavior, by }: PermissionDecision, { decision, updatedInput }: HookVerdict): boolean {
  return behavior === 'ask' && by === 'tool' && decision === 'allow' && updatedInput !== undefined;
}

function allowedByHook(decision: PermissionDecision, { hook }: HookVerdict): PermissionDecision {
  const grounds = onGrounds({ kind: 'hook-allows', hook });
  return { ...detailOf(decision), behavior: 'allow', by: 'hook', ...grounds };
}

/** In the mode `dontAsk`, what would be asked is denied. */
export function withoutAsking(decision: PermissionDecision, mode: PermissionMode): PermissionDecision {
  if (effectsIn(mode) !== 'deny' || decision.behavior !== 'ask') return decision;
  const { remedy: _remedy, remedyCode: _code, behavior: _ask, by: _by, ...detail } = decision;
  return {
    ...detail,
    behavior: 'deny',
    by: 'mode',
    ...onGrounds({ kind: 'never-asked', asked: groundsOf(decision) }),
  };
}

function tighten(
  policy: PermissionDecision,
  tool: ToolPermission | undefined,
  hook: HookVerdict | undefined,
): PermissionDecision {
  let decision = policy;
  // An ask that comes earlier in the order is kept: a rule's ask comes before a hook's or a tool's.
  if (hook?.decision === 'ask') {
    decision = stricter(decision, {
      ...detailOf(policy),
      behavior: 'ask',
      by: 'hook',
      ...onGrounds({ kind: 'hook-asks', hook: hook.hook, said: hook.reason }),
      ...advise({ code: 'hook-wants-person' }),
    });
  }
  if (tool !== undefined && (tool.behavior === 'deny' || tool.behavior === 'ask')) {
    decision = stricter(decision, { ...detailOf(policy), ...toolDecision(tool.behavior, tool.message) });
  }
  return decision;
}

function allowWhereUndecided(
  decision: PermissionDecision,
  tool: ToolPermission | undefined,
  hook: HookVerdict | undefined,
): PermissionDecision {
  if (decision.behavior !== 'ask' || decision.by !== 'default') return decision;
  if (hook?.decision === 'allow') return allowedByHook(decision, hook);
  if (tool?.behavior === 'allow') {
    return {
      ...detailOf(decision),
      behavior: 'allow',
      by: 'tool',
      ...onGrounds(
        tool.message === undefined ? { kind: 'tool-allows' } : { kind: 'stated', text: tool.message },
      ),
    };
  }
  if (tool?.behavior === 'passthrough' && tool.message !== undefined) {
    return { ...decision, ...onGrounds({ kind: 'stated', text: tool.message }) };
  }
  if (hook?.staleAllowBy !== undefined && hook.updatedBy !== undefined) {
    const grounds = groundsOf(decision);
    const stale = {
      kind: 'stale-allow',
      grounds,
      allowedBy: hook.staleAllowBy,
      changedBy: hook.updatedBy,
    } as const;
    return { ...decision, ...onGrounds(stale) };
  }
  return decision;
}

function stricter(a: PermissionDecision, b: PermissionDecision): PermissionDecision {
  const isDefault = a.behavior === 'ask' && a.by === 'default';
  return RANK[b.behavior] > RANK[a.behavior] || (isDefault && b.behavior === 'ask') ? b : a;
}

function toolDecision(behavior: 'ask' | 'deny', text: string): PermissionDecision {
  const stated = onGrounds({ kind: 'stated', text });
  if (behavior === 'deny') return { behavior, by: 'tool', ...stated };
  return { behavior, by: 'tool', ...stated, ...advise({ code: 'tool-wants-person' }) };
}

function detailOf({ parts, version }: PermissionDecision): Pick<PermissionDecision, 'parts' | 'version'> {
  return { parts, version };
}
