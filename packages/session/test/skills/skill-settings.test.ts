import { expect, it } from 'vitest';
import type { LoadedSettings } from '@sluice/settings';
import { skillSettings } from '../../src/skills/skill-settings.ts';

function settingsOf(values: Readonly<Record<string, unknown>>, env: Readonly<Record<string, string>> = {}) {
  const setting = ((key: string) =>
    Object.hasOwn(values, key) ? { value: values[key] } : undefined) as LoadedSettings['setting'];
  return skillSettings({ setting }, env);
}

it('skills are listed within a share of the context window, run their commands, and are on', () => {
  const settings = settingsOf({});
  expect(settings).toMatchObject({
    ...{ runsCommands: true, budgetFraction: 0.01, perSkill: 1_536, budget: undefined },
  });
  expect(settings.visibility('any')).toBe('on');
});

it('settings change each of these', () => {
  expect(
    settingsOf({
      disableSkillShellExecution: true,
      skillListingBudgetFraction: 0.05,
      skillListingMaxDescChars: 80,
    }),
  ).toMatchObject({ runsCommands: false, budgetFraction: 0.05, perSkill: 80 });
});

it.each([
  ['500', 500],
  ['0', undefined],
  ['-5', undefined],
  ['many', undefined],
  ['1e3', undefined],
])('SLASH_COMMAND_TOOL_CHAR_BUDGET=%s is %o characters', (text, budget) => {
  expect(settingsOf({}, { SLASH_COMMAND_TOOL_CHAR_BUDGET: text }).budget).toBe(budget);
});

it.each(['on', 'name-only', 'user-invocable-only', 'off'])('a skill may be %s', (given) => {
  expect(settingsOf({ skillOverrides: { one: given } }).visibility('one')).toBe(given);
});

it.each([['constructor'], ['one']])(
  '%s is on where the settings say nothing or what is not known',
  (name) => {
    expect(settingsOf({ skillOverrides: { one: 'perhaps' } }).visibility(name)).toBe('on');
  },
);
