import {
  combine,
  describeCause,
  suggestionsFor,
  withoutAsking,
  queryFor,
  type Action,
  type AnyTool,
  type CallActions,
  type FileAction,
  type JsonObject,
  type PartDecision,
  type PermissionContext,
  type PermissionDecision,
  type PermissionPolicy,
  type PermissionRule,
  type ToolPermission,
} from '@sluice/core';
import type {
  ExplainedCommand,
  ExplainedFile,
  ExplainedRule,
  ExplainedVerdict,
  Explanation,
} from './explanation.ts';

/** A call that is examined and not run. */
interface ExplainedCall {
  readonly tool: AnyTool;
  /** As parsed, and as written. */
  readonly input: unknown;
  readonly json: JsonObject;
  readonly cwd: string;
}

/**
 * Doesn't ask hooks, classifiers or the user: this is the pure part of the decision.
 * @param checked the tool's own verdict
 */
export function explainCall(
  call: ExplainedCall,
  policy: PermissionPolicy,
  snapshot: PermissionContext,
  checked?: ToolPermission,
): Explanation {
  const { tool, input, json, cwd } = call;
  const query = queryFor(tool, input, json, cwd);
  const decision = withoutAsking(combine(policy.decide(query, snapshot), checked, undefined), snapshot.mode);
  const declared = actionsOf(call);
  const parts = decision.parts ?? [];
  const isUndecided = decision.behavior === 'ask' && decision.by === 'default';
  return {
    tool: tool.name,
    input: json,
    decision: decision.behavior,
    by: decision.by,
    reasons: reasonsOf(decision, parts),
    rule: decision.rule === undefined ? undefined : ruleOf(decision.rule),
    remedy: decision.behavior === 'ask' ? decision.remedy : undefined,
    suggestedRules: isUndecided ? suggestionsFor(tool, query, policy, snapshot).rules : [],
    grounds: decision.grounds,
    readOnly: query.isReadOnly,
    opaque: declared?.opaque !== undefined,
    mode: snapshot.mode,
    cwd,
    runs: declared?.runsAs,
    commands: commandsOf(declared?.actions ?? [], parts),
    files: filesOf(declared?.actions ?? [], parts),
  };
}

function actionsOf({ tool, input, cwd }: ExplainedCall): CallActions | undefined {
  try {
    return tool.actions?.(input, { cwd });
  } catch {
    return undefined;
  }
}

function reasonsOf(decision: PermissionDecision, parts: readonly PartDecision[]): readonly string[] {
  const others = parts
    .filter(({ behavior }) => (decision.behavior === 'allow') === (behavior === 'allow'))
    .map(({ cause, subject }) => describeCause(cause, subject));
  return [...new Set([decision.reason, ...others])];
}

function commandsOf(actions: readonly Action[], parts: readonly PartDecision[]): ExplainedCommand[] {
  return actions.flatMap((action, index): ExplainedCommand[] => {
    if (action.type !== 'command') return [];
    const own = parts.filter((part) => part.action === index);
    const part = own.find(({ kind }) => kind === 'command');
    if (part === undefined) return [];
    const redirections = own.filter(({ kind }) => kind === 'redirection');
    const touched = [...action.files, ...action.redirections];
    return [
      {
        command: action.source,
        ...verdictOf(part),
        readOnly: action.isReadOnly && action.redirections.every(({ access }) => access === 'read'),
        cwd: action.cwd ?? null,
        via: action.via ?? [],
        network: action.usesNetwork ?? null,
        reads: pathsOf(touched, ['read', 'list']),
        writes: pathsOf(touched, ['write']),
        removes: pathsOf(touched, ['remove']),
        redirections: redirections.map((one, place) => ({
          target: action.redirections[place]?.path ?? '?',
          access: action.redirections[place]?.access ?? 'write',
          ...verdictOf(one),
        })),
      },
    ];
  });
}

function filesOf(actions: readonly Action[], parts: readonly PartDecision[]): ExplainedFile[] {
  return actions.flatMap((action, index): ExplainedFile[] => {
    const part = parts.find((one) => one.action === index);
    if (action.type !== 'file' || part === undefined) return [];
    return [{ path: action.path ?? '?', access: action.access, ...verdictOf(part) }];
  });
}

function pathsOf(files: readonly FileAction[], kinds: readonly FileAction['access'][]): string[] {
  const paths = files
    .filter(({ access }) => kinds.includes(access))
    .map(({ path, isTree }) => (path === undefined ? '?' : isTree && path !== '/' ? `${path}/**` : path));
  return [...new Set(paths)];
}

function verdictOf({ behavior, stage, cause, subject }: PartDecision): ExplainedVerdict {
  return {
    decision: behavior,
    stage,
    reason: describeCause(cause, subject),
    rule: 'rule' in cause ? ruleOf(cause.rule) : undefined,
  };
}

function ruleOf({ text, behavior, source, file, line }: PermissionRule): ExplainedRule {
  return { text, behavior, source, file, line };
}
