import type { ToolPermission } from '../tool/tool.ts';
import type { PermissionMode } from '../permission/context.ts';
import type { PermissionDecision } from '../permission/decision.ts';
import type { HookVerdict } from '../hook/pre-tool-use.ts';

const RANK = { allow: 0, ask: 1, deny: 2 } as const;

/**
 * Deny is final: the strictest of what rules and mode, the tool and hooks say. An `allow` of the tool or a hook counts
 * only where nothing else decided.
 */
export function combine(
  policy: PermissionDecision,
  tool: ToolPermission | undefined,
  hook: HookVerdict | undefined,
): PermissionDecision {
  return allowWhereUndecided(tighten(policy, tool, hook), tool, hook);
}

/** In the mode `dontAsk`, what would be asked is denied. */
export function withoutAsking(decision: PermissionDecision, mode: PermissionMode): PermissionDecision {
  if (mode !== 'dontAsk' || decision.behavior !== 'ask') return decision;
  const { remedy: _remedy, behavior: _ask, by: _by, reason, ...detail } = decision;
  return {
    ...detail,
    behavior: 'deny',
    by: 'mode',
    reason: `${reason}, and the mode dontAsk denies what it would ask about`,
  };
}

function tighten(
  policy: PermissionDecision,
  tool: ToolPermission | undefined,
  hook: HookVerdict | undefined,
): PermissionDecision {
  let decision = policy;
  // Nothing is asked that the order puts after what was asked already: a rule's ask comes before a hook's or a tool's.
  if (hook?.decision === 'ask') {
    decision = stricter(decision, {
      ...detailOf(policy),
      behavior: 'ask',
      by: 'hook',
      reason: `the hook "${hook.hook}" asks${hook.reason === '' ? '' : `: ${hook.reason}`}`,
      remedy: 'The hook wants a person to decide.',
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
  if (hook?.decision === 'allow') {
    const reason = `the hook "${hook.hook}" allows it`;
    return { ...detailOf(decision), behavior: 'allow', by: 'hook', reason };
  }
  if (tool?.behavior === 'allow') {
    return {
      ...detailOf(decision),
      behavior: 'allow',
      by: 'tool',
      reason: tool.message ?? 'the tool allows it',
    };
  }
  if (tool?.behavior === 'passthrough' && tool.message !== undefined) {
    return { ...decision, reason: tool.message };
  }
  if (hook?.staleAllowBy !== undefined && hook.updatedBy !== undefined) {
    const why = `the hook "${hook.staleAllowBy}" allowed another input, before the hook "${hook.updatedBy}" changed it`;
    return { ...decision, reason: `${decision.reason} (${why})` };
  }
  return decision;
}

function stricter(a: PermissionDecision, b: PermissionDecision): PermissionDecision {
  const isDefault = a.behavior === 'ask' && a.by === 'default';
  return RANK[b.behavior] > RANK[a.behavior] || (isDefault && b.behavior === 'ask') ? b : a;
}

function toolDecision(behavior: 'ask' | 'deny', reason: string): PermissionDecision {
  if (behavior === 'deny') return { behavior, by: 'tool', reason };
  return { behavior, by: 'tool', reason, remedy: 'The tool wants a person to decide.' };
}

function detailOf({ parts, version }: PermissionDecision): Pick<PermissionDecision, 'parts' | 'version'> {
  return { parts, version };
}
