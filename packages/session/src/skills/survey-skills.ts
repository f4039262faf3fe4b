import { assemblePool } from '@sluice/core';
import { SessionSkills } from './session-skills.ts';
import type { SessionSkillsOptions } from './session-skills-options.ts';
import { shortenedNotice } from './shortened-notice.ts';

/** The skills and commands of files that a session would have. */
export interface SkillsSurvey {
  readonly skills: number;
  readonly commands: number;
  /** What is wrong with files, one line each. */
  readonly problems: readonly string[];
  /** That the model's list leaves out descriptions. Undefined: it has all. */
  readonly shortened: string | undefined;
}

/**
 * Reads the skills of a directory without a session: nothing of them runs.
 * @param contextWindow tokens of the model's context. Undefined: unknown
 */
export async function surveySkills(
  place: Pick<SessionSkillsOptions, 'cwd' | 'env' | 'permission' | 'toolNames'>,
  contextWindow: number | undefined,
): Promise<SkillsSurvey> {
  const skills = new SessionSkills({
    ...place,
    ...{ sessionId: undefined, isStored: false, offersTool: false },
    hooks: { dispatcher: () => undefined, add: () => Promise.resolve() },
    pool: () => assemblePool({ builtIn: [] }),
    mcp: () => undefined,
    tell: () => {},
  });
  const problems = await skills.survey();
  const found = skills.set.skills;
  const count = found.filter(({ isSkill }) => isSkill).length;
  return {
    skills: count,
    commands: found.length - count,
    problems,
    shortened: shortenedNotice(skills.shortened(contextWindow).size),
  };
}
