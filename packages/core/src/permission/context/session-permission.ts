import { present, presentItems } from '@sluice/base';
import { getOwn, isJsonObject } from '../../data/json.ts';
import type { PermissionContext } from './context.ts';
import { isModeAvailable, PERMISSION_MODES, type PermissionMode } from '../../data/permission-mode.ts';
import type { PermissionStart } from './create-context.ts';
import type { PermissionRule, RuleBehavior } from '../../data/permission-rule.ts';

/** The part of a permission context that is in no settings file, and would be lost with the process. */
export interface SessionPermission {
  /** Absent if the settings chose the mode. */
  readonly mode?: PermissionMode;
  readonly modeBeforePlan?: PermissionMode;
  readonly rules: readonly Pick<SessionRule, 'behavior' | 'text' | 'source' | 'root'>[];
  /** Absolute: directories that the session added. */
  readonly directories: readonly string[];
}

type SessionRule = PermissionRule & { readonly source: 'cli' | 'session' };

export interface ResumedPermission {
  readonly change: Partial<PermissionStart>;
  /** Notices for the user, one sentence each. */
  readonly notices: readonly string[];
}

/** @param settingsMode the mode that the settings alone would start in */
export function sessionPermission(
  context: PermissionContext,
  settingsMode: PermissionMode,
): SessionPermission {
  const { mode, modeBeforePlan, rules, directories } = context;
  return {
    ...present({ mode: mode === settingsMode ? undefined : mode, modeBeforePlan }),
    rules: rules.filter(isSessionRule).map(({ behavior, text, source, root }) => {
      return { behavior, text, source, root };
    }),
    directories: directories.filter(({ source }) => source === 'session').map(({ path }) => path),
  };
}

/**
 * How a session is resumed: never less restricted than before. Its own rules, directories and mode are restored, and so are the deny and
 * ask rules of the earlier command line; what that command line allowed has to be given again.
 *
 * @param isModeGiven the new command line sets a mode, which takes precedence
 */
export function resumePermission(
  start: PermissionContext,
  kept: SessionPermission,
  isModeGiven: boolean,
): ResumedPermission {
  const given = new Set(start.rules.map(keyOf));
  const restored = kept.rules
    .filter((rule) => rule.source === 'session' || rule.behavior !== 'allow')
    .filter((rule) => !given.has(keyOf(rule)));
  const ofCommandLine = restored.filter(({ source }) => source === 'cli');
  const mode = isModeGiven ? undefined : kept.mode;
  const isGone = mode !== undefined && !isModeAvailable(mode, start);
  const change = {
    rules: [...start.rules, ...restored.map((rule): PermissionRule => ({ ...rule, source: 'session' }))],
    directories: [
      ...start.directories,
      ...kept.directories.map((path) => ({ path, source: 'session' as const })),
    ],
  };
  const isRestored = mode !== undefined && !isGone;
  return {
    change: isRestored ? { ...change, mode, modeBeforePlan: kept.modeBeforePlan } : change,
    notices: presentItems([
      isGone
        ? `The session was in the mode ${mode}; it continues in ${start.mode}, because ${mode} must be enabled at each start (--permission-mode ${mode}).`
        : undefined,
      ofCommandLine.length === 0
        ? undefined
        : `Still in effect from the command line that started the session: ${ofCommandLine.map(({ behavior, text }) => `${behavior} ${text}`).join(', ')}.`,
    ]),
  };
}

/** From the text in the journal; undefined if it isn't valid. */
export function parseSessionPermission(text: string): SessionPermission | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isSessionPermission(value) ? value : undefined;
}

const MODES: readonly unknown[] = PERMISSION_MODES;
const BEHAVIORS: readonly unknown[] = ['allow', 'ask', 'deny'] satisfies readonly RuleBehavior[];

function isSessionPermission(value: unknown): value is SessionPermission {
  if (!isJsonObject(value)) return false;
  const rules = getOwn(value, 'rules');
  const directories = getOwn(value, 'directories');
  return (
    ['mode', 'modeBeforePlan'].every(
      (name) => !Object.hasOwn(value, name) || MODES.includes(getOwn(value, name)),
    ) &&
    Array.isArray(rules) &&
    rules.every(isKeptRule) &&
    Array.isArray(directories) &&
    directories.every((path) => typeof path === 'string' && path.startsWith('/'))
  );
}

function isKeptRule(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    BEHAVIORS.includes(getOwn(value, 'behavior')) &&
    ['cli', 'session'].includes(String(getOwn(value, 'source'))) &&
    typeof getOwn(value, 'text') === 'string' &&
    typeof getOwn(value, 'root') === 'string'
  );
}

function isSessionRule(rule: PermissionRule): rule is SessionRule {
  return rule.source === 'session' || rule.source === 'cli';
}

function keyOf({ behavior, text, root }: Pick<PermissionRule, 'behavior' | 'text' | 'root'>): string {
  return JSON.stringify([behavior, text, root]);
}
