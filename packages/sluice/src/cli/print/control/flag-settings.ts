import {
  getOwn,
  isJsonObject,
  parsePermissionMode,
  type PermissionState,
  type PermissionUpdate,
  type RuleBehavior,
} from '@sluice/core';
import { EFFORTS, type AssembledAgent } from '@sluice/session/agent';
import { SETTING_KEYS } from '@sluice/settings';
import type { ControlAnswer } from './control-answer.ts';
import { isGiven } from './initialize-problem.ts';

export interface FlagSettingsScope {
  readonly permission: Pick<PermissionState, 'apply' | 'current'>;
  readonly agent: Pick<AssembledAgent, 'changeEffort'>;
  readonly changeModel: AssembledAgent['changeModel'];
}

/** Settings that take effect while the session runs. */
const CHANGEABLE = ['permissions', 'model', 'effortLevel'];
/** What names of settings that restrict something contain, also of settings that Sluice doesn't have. */
const RESTRICTION =
  /allow|block|den(?:y|ied)|disable|forbid|hook|managed|mcp|only|permission|restrict|sandbox|strict|tool/i;
const BEHAVIORS: readonly RuleBehavior[] = ['deny', 'ask', 'allow'];
const OF_PERMISSIONS = ['allow', 'ask', 'deny', 'additionalDirectories', 'defaultMode'];

/** Why settings that may restrict what runs can't be honored; undefined: they can, or they restrict nothing. */
export function flagSettingsProblem(settings: unknown): string | undefined {
  if (!isJsonObject(settings)) return undefined;
  const given = Object.keys(settings).filter(
    (name) => !CHANGEABLE.includes(name) && isGiven(getOwn(settings, name), name) && mayRestrict(name),
  );
  const permissions = getOwn(settings, 'permissions');
  const wrong = [...given, ...permissionProblems(permissions)];
  if (wrong.length === 0) return undefined;
  return `apply_flag_settings can't honor ${wrong.join(', ')}, which may restrict what runs. Use --settings.`;
}

/** An untrusted repository may set what can only tighten, and what is misspelled or invalid is taken as tight as it can be. */
function mayRestrict(name: string): boolean {
  if (RESTRICTION.test(name)) return true;
  return SETTING_KEYS.some(
    ({ key, untrusted, use, wrong }) =>
      (key === name || key.startsWith(`${name}.`)) &&
      use !== 'none' &&
      (untrusted !== 'nothing' || wrong !== undefined),
  );
}

function permissionProblems(permissions: unknown): readonly string[] {
  if (permissions === undefined || permissions === null) return [];
  if (!isJsonObject(permissions)) return ['permissions'];
  return Object.entries(permissions).flatMap(([name, value]) => {
    if (value === null || (OF_PERMISSIONS.includes(name) && isValid(name, value))) return [];
    return [`permissions.${name}`];
  });
}

function isValid(name: string, value: unknown): boolean {
  return name === 'defaultMode' ? parsePermissionMode(value) !== undefined : isTexts(value);
}

/**
 * The request `apply_flag_settings`.
 * @param hearsRejections the client knows of a refusal. Otherwise one of permissions ends the run
 */
export async function applyFlagSettings(
  flags: FlagSettings,
  settings: unknown,
  hearsRejections: boolean,
): Promise<ControlAnswer> {
  const error = flagSettingsProblem(settings) ?? (await flags.apply(settings));
  const endsRun = !hearsRejections && isJsonObject(settings) && isGiven(getOwn(settings, 'permissions'));
  return error === undefined ? { ok: true } : { ok: false, error, endsRun };
}

/** What a client sets for the session while it runs. Each setting replaces what an earlier request set; null clears it. */
export class FlagSettings {
  readonly #scope: FlagSettingsScope;
  #undo: readonly PermissionUpdate[] = [];

  constructor(scope: FlagSettingsScope) {
    this.#scope = scope;
  }

  /** A sentence: what is wrong. Then nothing has changed. */
  async apply(settings: unknown): Promise<string | undefined> {
    if (!isJsonObject(settings)) return '"settings" must be an object, as in a settings file.';
    const unknown = Object.keys(settings).filter((name) => !CHANGEABLE.includes(name));
    const beyond = unknown.filter((name) => getOwn(settings, name) !== null);
    if (beyond.length > 0)
      return `${beyond.join(', ')} can't be changed while the session runs: use --settings. permissions, model and effortLevel can.`;
    const level = getOwn(settings, 'effortLevel');
    const effort = EFFORTS.find((one) => one === level);
    if (level !== undefined && level !== null && effort === undefined)
      return `"effortLevel" must be ${EFFORTS.join(', ')} or null; got ${JSON.stringify(level)}.`;
    const model = getOwn(settings, 'model');
    if (model !== undefined && model !== null && typeof model !== 'string')
      return `"model" must be a string, as for --model; got ${JSON.stringify(model)}.`;
    // First, and at once: the client doesn't wait before it sends the next prompt.
    const problem =
      'permissions' in settings ? this.#setPermissions(getOwn(settings, 'permissions')) : undefined;
    if (problem !== undefined) return problem;
    if (level !== undefined) this.#scope.agent.changeEffort(effort);
    if (model === undefined) return undefined;
    const changed = await this.#scope.changeModel(model ?? undefined);
    return changed.ok ? undefined : changed.message;
  }

  #setPermissions(permissions: unknown): string | undefined {
    const { permission } = this.#scope;
    const wanted = isJsonObject(permissions) ? updatesOf(permissions) : [];
    for (const update of this.#undo) permission.apply(update);
    const undo: PermissionUpdate[] = [];
    for (const update of wanted) {
      const result = permission.apply(update);
      if (!result.ok) {
        for (const back of [...undo, ...this.#undo.map(opposite)]) permission.apply(back);
        return result.message;
      }
      undo.push(opposite(update));
    }
    this.#undo = undo.filter(({ type }) => type !== 'setMode');
    return undefined;
  }
}

function updatesOf(permissions: object): readonly PermissionUpdate[] {
  const destination = 'session';
  const updates: PermissionUpdate[] = BEHAVIORS.flatMap((behavior) => {
    const rules = getOwn(permissions, behavior);
    return isTexts(rules) ? [{ type: 'addRules', behavior, rules, destination }] : [];
  });
  const directories = getOwn(permissions, 'additionalDirectories');
  if (isTexts(directories)) updates.push({ type: 'addDirectories', directories, destination });
  const mode = parsePermissionMode(getOwn(permissions, 'defaultMode'));
  if (mode !== undefined) updates.push({ type: 'setMode', mode, destination });
  return updates;
}

function opposite(update: PermissionUpdate): PermissionUpdate {
  switch (update.type) {
    case 'addRules':
      return { ...update, type: 'removeRules' };
    case 'removeRules':
      return { ...update, type: 'addRules' };
    case 'addDirectories':
      return { ...update, type: 'removeDirectories' };
    case 'removeDirectories':
      return { ...update, type: 'addDirectories' };
    default:
      return update;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
