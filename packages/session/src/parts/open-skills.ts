import type { AnyTool } from '@sluice/core';
import type { SessionPartsOptions } from '../options/session-parts-options.ts';
import type { SessionSkills } from '../skills/session-skills.ts';
import type { SessionSkillsOptions } from '../skills/session-skills-options.ts';

interface OpenedSkills {
  readonly opened: SessionSkills | undefined;
  readonly tools: readonly AnyTool[];
  readonly notices: readonly string[];
}

/** Reads the skills of files, if the session is to have any. */
export async function openSkills(
  { skills, builtInTools }: Pick<SessionPartsOptions, 'skills' | 'builtInTools'>,
  options: SessionSkillsOptions,
): Promise<OpenedSkills> {
  if (skills === undefined || skills.isOn === false) return { opened: undefined, tools: [], notices: [] };
  const { SessionSkills: Opened } = await import('../skills/session-skills.ts');
  const opened = new Opened({
    ...options,
    only: skills.only,
    offersTool: builtInTools?.includes('Skill') !== false,
  });
  const notices = await opened.open();
  const tool = opened.tool();
  return { opened, notices, tools: tool === undefined ? [] : [tool] };
}
