import type { ToolPermission } from '../tool/tool.ts';
import type { PermissionDecision } from './policy.ts';
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
  let decision = policy;
  if (tool !== undefined && (tool.behavior === 'deny' || tool.behavior === 'ask')) {
    decision = stricter(decision, toolDecision(tool.behavior, tool.message));
  }
  if (hook?.decision === 'ask') {
    decision = stricter(decision, {
      behavior: 'ask',
      by: 'hook',
      reason: `the hook "${hook.hook}" asks${hook.reason === '' ? '' : `: ${hook.reason}`}`,
      remedy: 'The hook wants a person to decide.',
    });
  }
  const isUndecided = decision.behavior === 'ask' && decision.by === 'default';
  if (isUndecided && tool?.behavior === 'allow') {
    return { behavior: 'allow', by: 'tool', reason: 'the tool allows it' };
  }
  if (isUndecided && hook?.decision === 'allow') {
    return { behavior: 'allow', by: 'hook', reason: `the hook "${hook.hook}" allows it` };
  }
  return decision;
}

function stricter(a: PermissionDecision, b: PermissionDecision): PermissionDecision {
  return RANK[b.behavior] > RANK[a.behavior] ||
    (a.behavior === 'ask' && a.by === 'default' && b.behavior === 'ask')
    ? b
    : a;
}

function toolDecision(behavior: 'ask' | 'deny', reason: string): PermissionDecision {
  if (behavior === 'deny') return { behavior, by: 'tool', reason };
  return { behavior, by: 'tool', reason, remedy: 'The tool wants a person to decide.' };
}
