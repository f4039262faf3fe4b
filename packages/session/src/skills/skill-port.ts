import type { Skill, SkillPort, SkillSet, SkillVisibility } from '@sluice/agent';
import { describeGrants } from './describe-grants.ts';
import type { SkillLoader } from './skill-loader.ts';
import { skillTexts } from './skill-texts.ts';

interface SkillPortScope {
  /** Looks at the files. */
  readonly look: () => Promise<SkillSet>;
  /** As they were at the last look. */
  readonly set: () => SkillSet;
  /** What the session makes of a skill: `off` as well if it isn't one of those that the session has. */
  readonly seenAs: (skill: Skill) => SkillVisibility;
  /** Why there is no such skill. */
  readonly unknown: (name: string) => string;
  readonly loader: SkillLoader;
}

/** What the Skill tool loads skills through. */
export function createSkillPort({ look, set, seenAs, unknown, loader }: SkillPortScope): SkillPort {
  return {
    refusal: async (name) => {
      const found = await look();
      const skill = found.find(name);
      if (skill === undefined) return unknown(name);
      const seen = seenAs(skill);
      if (seen === 'off') return `The skill ${skill.name} is off (\`skillOverrides\` in the settings).`;
      if (!skill.isForModel || seen === 'user-invocable-only')
        return `The skill ${skill.name} can't be loaded by the model: only the user can use it.`;
      return undefined;
    },
    grants: (name) => {
      const skill = set().find(name);
      if (skill === undefined) return undefined;
      // One of a project that is not trusted is text: it allows nothing, and its hooks don't run.
      const granted = loader.isTrusted(skill) ? skill : { ...skill, allowedTools: [], hooks: undefined };
      return describeGrants(granted);
    },
    fileOf: (name) => set().find(name)?.path,
    use: async ({ skill: name, args = '' }, context) => {
      const skill = set().find(name);
      if (skill === undefined) return { ok: false, message: unknown(name) };
      const { commandsOfCall } = await import('./run-skill-command.ts');
      const loaded = await loader.loadForModel(skill, args, commandsOfCall(context));
      if (!loaded.ok) return loaded;
      const { text } = loaded;
      // With other arguments in between, it is sent again: the text to follow is the last one.
      const isRepeated = skillTexts(context.messages).get(skill.name) === text;
      return { ok: true, name: skill.name, text, isRepeated, fork: loader.forkCall(skill, text) };
    },
  };
}
