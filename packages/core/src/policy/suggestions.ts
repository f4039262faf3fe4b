import { mixedScriptWords } from '../display/mixed-scripts.ts';
import { sanitize } from '../display/sanitize.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { PermissionContext } from '../permission/context/context.ts';
import { createPermissionContext } from '../permission/context/create-context.ts';
import { parseRule } from '../permission/parse-rule.ts';
import type { PermissionPolicy, PermissionQuery } from './policy.ts';
import type { PermissionRule } from '../data/permission-rule.ts';
import { ruleKindOf } from '../permission/rules/rule-kinds.ts';
import type { PermissionUpdate, UpdateDestination } from '../permission/context/update.ts';

export interface Suggestions {
  readonly rules: readonly string[];
  readonly destination: UpdateDestination;
}

export const NO_SUGGESTIONS: Suggestions = { rules: [], destination: 'session' };

/** Rules about files last for the session; others are saved for the project, for this user. */
const OF_FILES = new Set(['Read', 'Edit']);

/**
 * The rules that would allow exactly this call, as the tool suggests them: only if the policy, evaluated again with them, allows it. Saving
 * them also confirms the tool as it is defined now.
 */
export function suggestionsFor(
  tool: AnyTool,
  query: PermissionQuery,
  policy: PermissionPolicy,
  snapshot: PermissionContext,
): Suggestions {
  if (snapshot.isManagedOnly) return NO_SUGGESTIONS;
  const texts = textsOf(tool, query).map((text) => fromRoot(text, snapshot.root));
  if (texts.length === 0 || !texts.every(isShownAsItIs)) return NO_SUGGESTIONS;
  const parsed = texts.map(parseRule);
  if (parsed.some(({ ok }) => !ok)) return NO_SUGGESTIONS;
  const added = texts.map((text): PermissionRule => ({
    behavior: 'allow',
    text,
    source: 'session',
    root: snapshot.root,
  }));
  const { workingDirectories: _derived, version, ...kept } = snapshot;
  const extended = createPermissionContext({ ...kept, rules: [...snapshot.rules, ...added] }, version);
  const asked = { ...query, isDefinitionConfirmed: true };
  if (policy.decide(asked, extended).behavior !== 'allow') return NO_SUGGESTIONS;
  const isOfFiles = parsed.every((rule) => rule.ok && OF_FILES.has(rule.parts.toolName));
  return { rules: texts, destination: isOfFiles ? 'session' : 'local' };
}

/** A tool that doesn't say what to save offers its bare name, unless that would cover more than the tool's own calls. */
function textsOf(tool: AnyTool, { input, cwd }: PermissionQuery): readonly string[] {
  if (tool.suggestRules !== undefined) return tool.suggestRules(input, { cwd });
  return ruleKindOf(tool.name) === undefined ? [tool.name] : [];
}

/** A rule of the session about files starts at the session's directory: `Edit(//project/src/a.ts)` is `Edit(/src/a.ts)`. */
function fromRoot(text: string, root: string): string {
  const parsed = parseRule(text);
  if (!parsed.ok || !OF_FILES.has(parsed.parts.toolName) || root === '/') return text;
  const { toolName, specifier } = parsed.parts;
  const above = `/${root}/`;
  return specifier?.startsWith(above) === true ? `${toolName}(/${specifier.slice(above.length)})` : text;
}

/**
 * A suggested rule that is saved in another file still means the same place: in the user's settings, a path that begins
 * with one slash would start at the directory of those.
 */
export function atDestination(
  update: PermissionUpdate,
  suggested: readonly string[],
  root: string,
): PermissionUpdate {
  if (!('rules' in update) || update.destination !== 'user') return update;
  const rules = update.rules.map((text) => (suggested.includes(text) ? fromTop(text, root) : text));
  return { ...update, rules };
}

/** The inverse of `fromRoot`. */
function fromTop(text: string, root: string): string {
  const parsed = parseRule(text);
  if (!parsed.ok || !OF_FILES.has(parsed.parts.toolName) || root === '/') return text;
  const { toolName, specifier } = parsed.parts;
  const isFromRoot = specifier?.startsWith('/') === true && !specifier.startsWith('//');
  return isFromRoot ? `${toolName}(/${root}${specifier})` : text;
}

/** A rule is suggested only if its text shows everything that it covers. */
function isShownAsItIs(rule: string): boolean {
  return sanitize(rule) === rule && mixedScriptWords(rule).length === 0;
}
