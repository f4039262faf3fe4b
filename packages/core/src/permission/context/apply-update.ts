import type { PermissionContext } from './context.ts';
import { isModeAvailable, PERMISSION_MODE_TABLE, type PermissionMode } from '../../data/permission-mode.ts';
import { createPermissionContext } from './create-context.ts';
import { parseRule } from '../parse-rule.ts';
import type { PermissionRule } from '../../data/permission-rule.ts';
import type { PermissionUpdate } from './update.ts';

export type UpdateResult =
  | { readonly ok: true; readonly context: PermissionContext }
  /** What could not be done, and why, in a sentence. Nothing has changed. */
  | { readonly ok: false; readonly message: string };

/** The context after an update; the same object if nothing changes. */
export function applyUpdate(context: PermissionContext, update: PermissionUpdate): UpdateResult {
  switch (update.type) {
    case 'setMode':
      return setMode(context, update.mode);
    case 'addDirectories':
    case 'removeDirectories':
      return changeDirectories(context, update);
    case 'addRules':
    case 'replaceRules':
    case 'removeRules':
      return changeRules(context, update);
    default:
      return update satisfies never;
  }
}

/** Leaves plan mode for the previous mode. */
export function leavePlanMode(context: PermissionContext): PermissionContext {
  if (context.mode !== 'plan') return context;
  const result = setMode(context, context.modeBeforePlan ?? 'default');
  if (result.ok) return result.context;
  return createPermissionContext({ ...context, mode: 'default' }, context.version + 1);
}

function setMode(context: PermissionContext, mode: PermissionMode): UpdateResult {
  if (!isModeAvailable(mode, context)) return refused(unavailable(mode));
  if (mode === context.mode) return { ok: true, context };
  const modeBeforePlan = mode === 'plan' ? context.mode : undefined;
  return changed(context, { mode, modeBeforePlan });
}

function changeDirectories(
  context: PermissionContext,
  update: Extract<PermissionUpdate, { type: 'addDirectories' | 'removeDirectories' }>,
): UpdateResult {
  const { directories, destination } = update;
  const relative = directories.find((path) => !path.startsWith('/'));
  if (relative !== undefined) return refused(`The directory ${JSON.stringify(relative)} is not absolute.`);
  if (update.type === 'addDirectories') {
    const added = directories.map((path) => ({ path, source: destination }));
    return changed(context, { directories: [...context.directories, ...added] });
  }
  const gone = new Set(directories);
  const kept = context.directories.filter(({ path, source }) => source !== destination || !gone.has(path));
  return changed(context, { directories: kept });
}

function changeRules(
  context: PermissionContext,
  update: Extract<PermissionUpdate, { type: 'addRules' | 'replaceRules' | 'removeRules' }>,
): UpdateResult {
  const { behavior, destination } = update;
  if (context.isManagedOnly)
    return refused('Only managed rules apply here (allowManagedPermissionRulesOnly).');
  for (const text of update.type === 'removeRules' ? [] : update.rules) {
    const parsed = parseRule(text);
    if (!parsed.ok) return refused(`The rule ${JSON.stringify(text)} can't be used: ${parsed.problem}`);
  }
  const isMeant = (rule: PermissionRule): boolean =>
    rule.behavior === behavior && rule.source === destination;
  const named = new Set(update.rules);
  const kept = context.rules.filter((rule) => {
    if (!isMeant(rule)) return true;
    return update.type === 'addRules'
      ? !named.has(rule.text)
      : update.type === 'removeRules' && !named.has(rule.text);
  });
  if (update.type === 'removeRules') return changed(context, { rules: kept });
  const root = context.rules.find(isMeant)?.root ?? context.root;
  const added = update.rules.map((text): PermissionRule => ({ behavior, text, source: destination, root }));
  return changed(context, { rules: [...kept, ...added] });
}

function changed(
  context: PermissionContext,
  change: Partial<Pick<PermissionContext, 'mode' | 'modeBeforePlan' | 'directories' | 'rules'>>,
): UpdateResult {
  const { workingDirectories: _derived, version, ...kept } = context;
  return { ok: true, context: createPermissionContext({ ...kept, ...change }, version + 1) };
}

function refused(message: string): UpdateResult {
  return { ok: false, message };
}

function unavailable(mode: PermissionMode): string {
  return PERMISSION_MODE_TABLE[mode].needs === 'auto'
    ? `The mode ${mode} is disabled by settings, or there is no classifier.`
    : `The mode ${mode} was not enabled at the start of the session, or is disabled.`;
}
