import { effectsIn } from '../data/permission-mode.ts';
import { errorText } from '@sluice/base';
import type { Files } from '../ports/files.ts';
import { normalizePath } from '../ports/posix-path.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { CallActions } from '../permission/action.ts';
import type { CompiledRules } from '../permission/compiled-rules.ts';
import type { PermissionContext } from '../permission/context/context.ts';
import { decideParts } from './decide-call.ts';
import { FilesOfDecision } from './files-of-decision.ts';
import { onGrounds } from '../permission/describe/on-grounds.ts';
import type { Judge } from './judge.ts';
import { heaviest } from '../permission/verdict.ts';
import type { CommandLanguage } from '../permission/command-language.ts';
import type { DecisionStage, PartDecision } from '../permission/part-decision.ts';
import type { PermissionPolicy, PermissionQuery } from './policy.ts';
import type { DecisionDetail, PermissionDecision } from '../permission/decision.ts';
import { advise, remedyOf } from '../permission/describe/remedy-of.ts';
import type { PermissionRule } from '../data/permission-rule.ts';
import { compileRules } from '../permission/rules/compile-rules.ts';
import { isUnreadable, secretsBeneath } from '../permission/paths/seal.ts';
import { spellingsOf } from '../permission/paths/spellings.ts';
import { restrictedNamesOf, toolRulesOf, type ToolRules } from './tool-rules.ts';

export interface PolicyOptions {
  readonly files: Files;
  /** How command rules are parsed, by the name of the tool before the bracket. */
  readonly languages?: ReadonlyMap<string, CommandLanguage>;
  /** How a person can allow more, for denials when no one can be asked: used if a rule or a mode would help. */
  readonly remedy: string;
  /** Names of the available tools, for warnings; queried when rules are compiled. */
  readonly knownTools?: () => readonly string[];
}

/** The published order of decision (DESIGN.md 4), with the rules and the mode of a snapshot. */
export interface RulePolicy extends PermissionPolicy {
  /** The snapshot's compiled rules; the same object for the same rules. */
  rulesOf(snapshot: PermissionContext): CompiledRules;
  /** Whether no rule denies reading this path. `realPath` has all links resolved, and is looked up if missing. */
  mayRead(path: string, cwd: string, snapshot: PermissionContext, realPath?: string): boolean;
  /** What a search through a directory must leave out, so that it shows nothing that rules deny or ask about: see `CompiledRules`. */
  namesBeneath(directory: string, cwd: string, snapshot: PermissionContext): readonly string[];
  /** The rule that denies every use of a tool, so that it should not be offered to a model. */
  deniesTool(tool: AnyTool, snapshot: PermissionContext): PermissionRule | undefined;
}

export function createPolicy({
  files,
  languages = new Map(),
  remedy,
  knownTools,
}: PolicyOptions): RulePolicy {
  const compiled = new WeakMap<readonly PermissionRule[], CompiledRules>();
  const ofTools = new WeakMap<CompiledRules, WeakMap<AnyTool, ToolRules>>();
  const toolRules = (rules: CompiledRules, tool: AnyTool): ToolRules => {
    const known = ofTools.get(rules) ?? new WeakMap<AnyTool, ToolRules>();
    const found = known.get(tool) ?? toolRulesOf(rules, tool);
    known.set(tool, found);
    ofTools.set(rules, known);
    return found;
  };
  const rulesOf = (snapshot: PermissionContext): CompiledRules => {
    const known = compiled.get(snapshot.rules);
    if (known !== undefined) return known;
    const { root, home } = snapshot;
    const environment = {
      root,
      home,
      files,
      languages,
      knownTools: knownTools?.(),
    };
    const rules = compileRules(snapshot.rules, environment);
    compiled.set(snapshot.rules, rules);
    return rules;
  };
  return {
    rulesOf,
    decide(query, snapshot) {
      const rules = rulesOf(snapshot);
      const ofTool = toolRules(rules, query.tool);
      const looked = new FilesOfDecision(files);
      const declared = declaredActions(query, looked);
      const isSuspended = effectsIn(snapshot.mode) === 'classify' && doesCommands(declared);
      const changed = changeOf(query, ofTool.allow);
      const toolAllow = isSuspended || changed !== undefined ? undefined : ofTool.allow;
      const names = ofTool.names;
      const judge: Judge = {
        query,
        snapshot,
        rules,
        files: looked,
        filesNow: files,
        ofTool,
        names,
        toolAllow,
        changed,
      };
      const given = snapshot.isManagedOnly ? MANAGED_ONLY : remedy;
      return conclude(decideParts(judge, declared), snapshot.version, given);
    },
    mayRead(path, cwd, snapshot, realPath) {
      const spellings =
        realPath === undefined
          ? spellingsOf(path, cwd, files)
          : { lexical: normalizePath(path, cwd), real: realPath };
      if (isUnreadable(snapshot.sealed, spellings)) return false;
      return rulesOf(snapshot).forPath('deny', 'Read', spellings) === undefined;
    },
    namesBeneath(directory, cwd, snapshot) {
      const spellings = spellingsOf(directory, cwd, files);
      const secrets = secretsBeneath(snapshot.sealed, spellings, files);
      return [...new Set([...rulesOf(snapshot).namesBeneath(spellings), ...secrets])];
    },
    deniesTool: (tool, snapshot) => rulesOf(snapshot).forTool('deny', restrictedNamesOf(tool)),
  };
}

/** If the user's rules don't apply, none is suggested. */
const MANAGED_ONLY =
  'Only rules from managed settings apply here: a person or the mode bypassPermissions can allow it.';

/** Why the rule that allows a tool doesn't cover it any more. */
function changeOf(
  { tool, isDefinitionConfirmed }: PermissionQuery,
  rule: PermissionRule | undefined,
): Judge['changed'] {
  if (rule === undefined || tool.definition === undefined || isDefinitionConfirmed === true) return undefined;
  try {
    const change = tool.definition.changeSince(rule.source);
    return change === undefined ? undefined : { kind: 'definition-changed', rule, ...change };
  } catch (error) {
    const what = `what it was can't be determined (${errorText(error)})`;
    return { kind: 'definition-changed', rule, what, remedy: 'A person must allow it.' };
  }
}

/** A tool that can't say what its call does has not been understood. */
function declaredActions({ tool, input, cwd }: PermissionQuery, files: Files): CallActions | undefined {
  try {
    return tool.actions?.(input, { cwd, realPathOf: (path) => realPathOf(path, cwd, files) });
  } catch (error) {
    const message = errorText(error);
    return { actions: [], opaque: { message, isTooLong: true, source: '' } };
  }
}

/** Undefined for what doesn't exist: each tool resolves that the way it will create it. */
function realPathOf(path: string, cwd: string, files: Files): string | undefined {
  const { realPath, links } = files.identify(path, cwd);
  return links === 0 ? undefined : realPath;
}

/** In `auto`, a rule that covers every command would leave nothing for the classifier: it is suspended. */
function doesCommands(declared: CallActions | undefined): boolean {
  if (declared === undefined) return false;
  return declared.opaque !== undefined || declared.actions.some(({ type }) => type === 'command');
}

function conclude(parts: readonly PartDecision[], version: number, remedy: string): PermissionDecision {
  const deciding = decidingPart(parts);
  if (deciding === undefined) {
    return { behavior: 'ask', by: 'default', ...onGrounds({ kind: 'nothing-known' }), remedy };
  }
  const { behavior, cause, stage, subject } = deciding;
  const grounds = onGrounds({ kind: 'part', cause, subject });
  if (behavior === 'allow') {
    const allowed = { parts, version, behavior, by: allowedBy(stage), ...grounds };
    return cause.kind === 'rule' ? { ...allowed, rule: cause.rule } : allowed;
  }
  const detail: DecisionDetail = { parts, version, ...ruleOf(deciding), ...blockedPathOf(deciding) };
  switch (behavior) {
    case 'deny':
      return {
        ...detail,
        behavior,
        by: cause.kind === 'rule' || cause.kind === 'may-concern' ? 'rule' : 'safety',
        ...grounds,
      };
    case 'ask':
      return { ...detail, behavior, by: askedBy(deciding), ...grounds, ...advise(remedyOf(cause, remedy)) };
    default:
      return behavior satisfies never;
  }
}

/** If all parts are allowed, an allow rule or the mode is more informative than "only reads" or "part of another command". */
function decidingPart(parts: readonly PartDecision[]): PartDecision | undefined {
  const deciding = heaviest(parts);
  if (deciding?.behavior !== 'allow') return deciding;
  return (
    parts.find(({ stage }) => stage !== 'read-only') ??
    parts.find(({ cause }) => cause.kind !== 'nested') ??
    deciding
  );
}

function allowedBy(stage: DecisionStage): 'mode' | 'rule' | 'read-only' {
  if (stage === 'mode') return 'mode';
  return stage === 'allow-rules' ? 'rule' : 'read-only';
}

function askedBy({ stage, cause }: PartDecision): 'default' | 'rule' | 'safety' | 'tool' {
  if (cause.kind === 'interaction') return 'tool';
  if (stage === 'ask-rules') return 'rule';
  return stage === 'safety' ? 'safety' : 'default';
}

function ruleOf({ cause }: PartDecision): Pick<DecisionDetail, 'rule'> {
  return cause.kind === 'rule' || cause.kind === 'may-concern' ? { rule: cause.rule } : {};
}

function blockedPathOf({ cause }: PartDecision): Pick<DecisionDetail, 'blockedPath'> {
  const hasPath =
    cause.kind === 'outside' || cause.kind === 'protected-path' || cause.kind === 'changes-file';
  return hasPath ? { blockedPath: cause.path } : {};
}
