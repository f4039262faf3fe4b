import type { Skill } from './skill.ts';

/** The text of a skill as the model gets it: whose it is, where its files are, and what it says. */
export function skillText({ name, isSkill, directory }: Skill, filled: string): string {
  const kind = isSkill ? 'skill' : 'command';
  const base = isSkill ? `Its files are in ${directory}.\n\n` : '\n';
  return `The user's ${kind} ${name} was loaded. ${base}${filled.trim()}`.trim().toWellFormed();
}

const LOADED = /^The user's (?:skill|command) (\S+) was loaded\. /;

/** The name of the skill that a text is from, as `skillText` has it. Undefined: it is no skill's. */
export function skillOfText(text: string): string | undefined {
  return LOADED.exec(text)?.[1];
}
