import type { CallInquiry } from './ask/inquiry.ts';
import { PERMISSION_MODE_TABLE, type PermissionMode } from '../data/permission-mode.ts';
import { parseRule } from './parse-rule.ts';
import type { PermissionUpdate } from './context/update.ts';

type Asked = Pick<CallInquiry, 'toolName' | 'suggestedRules' | 'suggestedDestination'>;

/**
 * Why a change that a hook wants to save is refused; undefined if it may be made. A hook replaces the person for one ask: what it saves
 * may tighten, and allow what that ask was about, but loosens nothing else (DESIGN.md 5).
 */
export function loosensByHook(
  update: PermissionUpdate,
  asked: Asked,
  mode: PermissionMode,
): string | undefined {
  switch (update.type) {
    case 'removeDirectories':
      return undefined;
    case 'addDirectories':
      return 'a hook may not add directories to the workspace';
    case 'setMode':
      if (!PERMISSION_MODE_TABLE[mode].noLooser.includes(update.mode))
        return `a hook may not set the mode ${update.mode}, which allows more than the mode ${mode}`;
      return update.destination === 'session'
        ? undefined
        : 'a hook may set a mode only for this session ("destination": "session")';
    case 'removeRules':
      return update.behavior === 'allow' ? undefined : `a hook may not remove ${update.behavior} rules`;
    case 'replaceRules':
      return update.behavior === 'allow'
        ? allowProblem(update, asked)
        : `a hook may not replace ${update.behavior} rules; it may add some`;
    case 'addRules':
      return update.behavior === 'allow' ? allowProblem(update, asked) : undefined;
    default:
      return update satisfies never;
  }
}

/**
 * For the session, what it could allow call by call may be allowed at once. A file outlives the hook: there only what the person's own
 * "always" would have saved.
 */
function allowProblem(
  { rules, destination }: Extract<PermissionUpdate, { readonly rules: readonly string[] }>,
  { toolName, suggestedRules, suggestedDestination }: Asked,
): string | undefined {
  const isSuggested = (rule: string): boolean => suggestedRules.includes(rule);
  if (destination === suggestedDestination && rules.every(isSuggested)) return undefined;
  if (destination !== 'session')
    return 'a hook may save only the suggested allow rules to settings files, and only where they were suggested';
  const names = new Set([toolName, ...suggestedRules.map(nameOf)]);
  const stray = rules.find((rule) => !names.has(nameOf(rule)));
  return stray === undefined
    ? undefined
    : `a hook that was asked about ${toolName} may not allow ${JSON.stringify(stray)}`;
}

function nameOf(rule: string): string {
  const parsed = parseRule(rule);
  return parsed.ok ? parsed.parts.toolName : rule;
}
