import type { PermissionRule } from '@sluice/core';
import type { SettingsPlace } from '../place/options.ts';
import type { SaveResult } from './save-result.ts';
import { saveUpdate } from './save-update.ts';

/** Removes a rule from every settings file of its source. Rules from a policy or from flags can't be removed here. */
export async function removeSavedRule(
  rule: Pick<PermissionRule, 'behavior' | 'text' | 'source'>,
  place: SettingsPlace,
): Promise<SaveResult> {
  const { behavior, text, source } = rule;
  if (isFixed(source)) {
    return {
      ok: false,
      code: 'invalid',
      message: `This rule comes from ${FIXED_PLACES[source]} and can't be removed here.`,
    };
  }
  return saveUpdate({ type: 'removeRules', behavior, rules: [text], destination: source }, place);
}

const FIXED_PLACES = {
  managed: 'a policy of the administrator',
  cli: 'the command line',
  agent: 'the definition of an agent',
  skill: 'a skill',
  server: 'the entry of an MCP server',
} as const;

function isFixed(source: PermissionRule['source']): source is keyof typeof FIXED_PLACES {
  return Object.hasOwn(FIXED_PLACES, source);
}
