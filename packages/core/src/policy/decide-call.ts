import { effectsIn } from '../data/permission-mode.ts';
import type { Claims } from '../data/claims.ts';
import type { CallActions, FileAction, OpaqueCall } from '../permission/action.ts';
import { decideCommand } from './decide-command.ts';
import { fileAllowance, fileDemand, isAgainstPlan } from './decide-file.ts';
import { isInside } from '../permission/paths/is-inside.ts';
import { lineIsolation, opaqueIsolation } from './isolation-demand.ts';
import type { Judge } from './judge.ts';
import {
  allowedAsReading,
  allowedByMode,
  allowedByRule,
  asked,
  denied,
  kept,
  undecided,
  type Verdict,
} from '../permission/verdict.ts';
import { placesOf } from '../permission/paths/spellings.ts';
import type { PartDecision } from '../permission/part-decision.ts';
import type { PermissionRule } from '../data/permission-rule.ts';

/** Every part of a call with its verdict: first what rules say about the tool itself, then what the call does. */
export function decideParts(judge: Judge, declared: CallActions | undefined): PartDecision[] {
  const subject = judge.query.tool.name;
  const demand = callDemand(judge);
  const demanded = demand && wholeCall(subject, demand);
  if (declared === undefined || declared.opaque !== undefined || declared.actions.length === 0) {
    const opaque = declared?.opaque;
    const verdict = opaque === undefined ? plainAllowance(judge) : opaqueVerdict(judge, opaque);
    const whole = wholeCall(subject, verdict);
    return demanded === undefined ? [whole] : [demanded, whole];
  }
  const line = lineIsolation(judge, declared);
  const parts: PartDecision[] = [demanded, line && wholeCall(subject, line)].filter(
    (one) => one !== undefined,
  );
  for (const [index, action] of declared.actions.entries()) {
    switch (action.type) {
      case 'command':
        parts.push(...decideCommand(judge, action, index, declared.actions));
        break;
      case 'file':
        for (const place of placesOf(action, judge.query.cwd, judge.files)) {
          const verdict = fileDemand(judge, place) ?? fileAllowance(judge, place, true);
          const decided = withoutPlanEdits(judge, place, verdict);
          parts.push({ kind: 'file', action: index, subject: action.path ?? 'a file', ...decided });
        }
        break;
      case 'fetch':
        parts.push({ kind: 'fetch', action: index, subject: action.host, ...decideHost(judge, action.host) });
        break;
      case 'named':
        parts.push({
          kind: 'named',
          action: index,
          subject: action.name,
          ...decideName(judge, action.name, action.rest),
        });
        break;
      default:
        action satisfies never;
    }
  }
  return parts;
}

/**
 * What a tool itself would write in plan mode is not even asked about, whatever else would ask. A command that a person allows may do
 * what it says.
 */
function withoutPlanEdits(judge: Judge, action: FileAction, verdict: Verdict): Verdict {
  if (verdict.behavior !== 'ask' || judge.snapshot.asksForPlanEdits || !isAgainstPlan(judge, action))
    return verdict;
  return { ...verdict, behavior: 'deny', cause: { kind: 'plan-mode', isFinal: true, path: action.path } };
}

const STRICTEST_FIRST = ['deny', 'ask'] as const;

function wholeCall(subject: string, { stage, behavior, cause }: Verdict): PartDecision {
  return { kind: 'call', subject, stage, behavior, cause };
}

/** Rules about the tool, its parameters, and specifiers that it interprets itself. */
function callDemand(judge: Judge): Verdict | undefined {
  const { rules, ofTool, names, query } = judge;
  const matches = specifierMatcher(judge);
  for (const behavior of STRICTEST_FIRST) {
    const rule =
      ofTool.demand(behavior, query.json) ??
      (matches === undefined ? undefined : rules.forSpecifier(behavior, names, matches));
    if (rule !== undefined) return (behavior === 'deny' ? denied : asked)({ kind: 'rule', rule });
  }
  const { requiresUserInteraction, interaction } = query.tool;
  const { planFile } = judge.snapshot;
  if (interaction === 'plan' && planFile !== undefined) return asked({ kind: 'interaction', planFile });
  return requiresUserInteraction === true || interaction !== undefined
    ? asked({ kind: 'interaction' })
    : undefined;
}

function specifierMatcher({
  query: { tool, input, cwd },
}: Judge): ((specifier: string) => boolean) | undefined {
  return tool.permissionMatcher?.(input, { cwd });
}

/**
 * A call that can't be analyzed asks, and no rule covers it. In `bypassPermissions` it runs unless a deny or ask rule might apply to it,
 * or its text names a program that removes files: a wrapper must not hide what is asked about in every mode.
 */
function opaqueVerdict(judge: Judge, opaque: OpaqueCall): Verdict {
  const { rules, names, snapshot } = judge;
  const isolated = opaqueIsolation(judge, opaque.message);
  if (isolated !== undefined) return isolated;
  const cause = { kind: 'opaque', message: opaque.message } as const;
  if (effectsIn(snapshot.mode) !== 'allow' || opaque.isTooLong) return kept(cause);
  const rule = rules.mayConcern([...names, 'Read', 'Edit']);
  if (rule !== undefined) return kept({ kind: 'may-concern', rule, path: undefined });
  const bare = opaque.source.replaceAll(/['"\\]/g, '');
  return /(?<![\w-])(?:rm|rmdir|eval)(?![\w-])/.test(bare) ? kept(cause) : allowedByMode(snapshot);
}

/** A tool that does not say what its calls do: its rules, its mode, its claims. */
function plainAllowance(judge: Judge): Verdict {
  const { query, rules, names, snapshot, toolAllow, changed } = judge;
  if (effectsIn(snapshot.mode) === 'never' && !query.isReadOnly && query.tool.staysInSession !== true)
    return kept({ kind: 'plan-mode' });
  if (effectsIn(snapshot.mode) === 'allow') return allowedByMode(snapshot);
  const matches = specifierMatcher(judge);
  const rule = toolAllow ?? (matches === undefined ? undefined : rules.forSpecifier('allow', names, matches));
  if (rule !== undefined) return allowedByRule(rule);
  if (!query.isReadOnly) return undecided(changed ?? { kind: 'changes-things', why: undefined });
  if (query.claims === undefined) return undecided({ kind: 'undeclared' });
  const outside = firstOutside(judge, query.claims);
  if (outside === undefined) return READS_INSIDE;
  return undecided({ kind: 'outside', path: outside, access: 'read' });
}

const READS_INSIDE = allowedAsReading({ kind: 'inside' });

function firstOutside({ query, snapshot, files }: Judge, claims: Claims): string | undefined {
  if (claims === 'independent') return undefined;
  if (claims === 'everything' || claims === 'exclusive') return 'what it may read';
  for (const { resource } of claims) {
    if (resource.kind === 'named') continue;
    const { realPath } = files.identify(resource.path, query.cwd);
    if (!snapshot.workingDirectories.some((directory) => isInside(realPath, directory))) return realPath;
  }
  return undefined;
}

/** The tool whose rules are about hosts, whichever tool connects to them. */
const HOST_TOOL = 'WebFetch';

function decideHost(judge: Judge, host: string): Verdict {
  const { rules, snapshot, toolAllow } = judge;
  const isOwn = judge.names.includes(HOST_TOOL);
  const names = isOwn ? judge.names : [...judge.names, HOST_TOOL];
  const ofAllHosts = (behavior: 'deny' | 'ask' | 'allow'): PermissionRule | undefined =>
    isOwn ? undefined : rules.forTool(behavior, [HOST_TOOL]);
  const deny = rules.forHost('deny', names, host) ?? ofAllHosts('deny');
  if (deny !== undefined) return denied({ kind: 'rule', rule: deny });
  const ask = rules.forHost('ask', names, host) ?? ofAllHosts('ask');
  if (ask !== undefined) return asked({ kind: 'rule', rule: ask });
  if (effectsIn(snapshot.mode) === 'allow') return allowedByMode(snapshot);
  const allow = toolAllow ?? rules.forHost('allow', names, host) ?? ofAllHosts('allow');
  return allow === undefined ? undecided({ kind: 'host', host }) : allowedByRule(allow);
}

function decideName(judge: Judge, name: string, rest: string | undefined): Verdict {
  const { rules, names, snapshot, toolAllow, query } = judge;
  const deny = rules.forName('deny', names, name, rest);
  if (deny !== undefined) return denied({ kind: 'rule', rule: deny });
  const ask = rules.forName('ask', names, name, rest);
  if (ask !== undefined) return asked({ kind: 'rule', rule: ask });
  if (effectsIn(snapshot.mode) === 'allow') return allowedByMode(snapshot);
  const allow = toolAllow ?? rules.forName('allow', names, name, rest);
  if (allow !== undefined) return allowedByRule(allow);
  if (query.isReadOnly) return allowedAsReading({ kind: 'read-only' });
  return undecided({ kind: 'changes-things', why: undefined });
}
