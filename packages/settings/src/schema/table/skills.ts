import type { SettingKey } from '../setting-key.ts';
import { ANYTHING, BOOLEAN } from '../shape.ts';
import { PLAIN } from './plain-row.ts';

export const SKILL_SETTINGS = [
  {
    key: 'disableSkillShellExecution',
    shape: BOOLEAN,
    default: false,
    setBy: 'anybody',
    merge: 'highest',
    untrusted: { only: [true] },
    wrong: true,
    use: 'live',
    purpose: 'Prevents skills from running commands.',
  },
  {
    key: 'skillListingBudgetFraction',
    shape: ANYTHING,
    default: 0.01,
    setBy: 'anybody',
    merge: 'highest',
    untrusted: 'all',
    use: 'live',
    purpose: 'Share of the context window that the list of skills may take.',
  },
  {
    key: 'skillListingMaxDescChars',
    shape: { kind: 'number', least: 1 },
    default: 1536,
    setBy: 'anybody',
    merge: 'highest',
    untrusted: 'all',
    use: 'live',
    purpose: 'Longest description of a skill in the list for the model, in characters.',
  },
  {
    key: 'disableBundledSkills',
    shape: BOOLEAN,
    default: false,
    ...PLAIN,
    untrusted: 'all',
    use: 'live',
    purpose: 'Turn off the bundled prompts: the commands /init and /loop.',
  },
  {
    key: 'skillOverrides',
    shape: {
      kind: 'map',
      of: { kind: 'one-of', words: ['on', 'name-only', 'user-invocable-only', 'off'] },
      isName: (name) => name !== '',
    },
    setBy: 'anybody',
    merge: 'deep',
    untrusted: 'all',
    use: 'live',
    purpose: 'Visibility by skill name: on, name-only, user-invocable-only, or off.',
  },
] as const satisfies readonly SettingKey[];
