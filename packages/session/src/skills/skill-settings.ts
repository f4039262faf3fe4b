import type { SkillVisibility } from '@sluice/agent';
import { getOwn, isJsonObject } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';

/** What the settings say of skills. */
export interface SkillSettings {
  readonly runsCommands: boolean;
  /** Prompts that come with the program are commands. */
  readonly hasBundled: boolean;
  readonly budgetFraction: number;
  /** Characters of one description in the list. */
  readonly perSkill: number;
  /** Characters of the list. Undefined: a share of the context window. */
  readonly budget: number | undefined;
  visibility(name: string): SkillVisibility;
}

/** Characters of the list. */
export const BUDGET_VARIABLE = 'SLASH_COMMAND_TOOL_CHAR_BUDGET';

const VISIBILITIES: readonly SkillVisibility[] = ['on', 'name-only', 'user-invocable-only', 'off'];
const DEFAULT_FRACTION = 0.01;
const DEFAULT_PER_SKILL = 1_536;

export function skillSettings(
  { setting }: Pick<LoadedSettings, 'setting'>,
  env: Readonly<Record<string, string | undefined>>,
): SkillSettings {
  const overrides = setting('skillOverrides')?.value;
  const budget = env[BUDGET_VARIABLE];
  const number = (
    key: 'skillListingBudgetFraction' | 'skillListingMaxDescChars',
    otherwise: number,
  ): number => {
    const value = setting(key)?.value;
    return typeof value === 'number' && value > 0 ? value : otherwise;
  };
  return {
    runsCommands: setting('disableSkillShellExecution')?.value !== true,
    hasBundled: setting('disableBundledSkills')?.value !== true,
    budgetFraction: number('skillListingBudgetFraction', DEFAULT_FRACTION),
    perSkill: number('skillListingMaxDescChars', DEFAULT_PER_SKILL),
    budget: budget !== undefined && /^0*[1-9]\d{0,14}$/.test(budget.trim()) ? Number(budget) : undefined,
    visibility(name) {
      const given = isJsonObject(overrides) ? getOwn(overrides, name) : undefined;
      return VISIBILITIES.find((one) => one === given) ?? 'on';
    },
  };
}
