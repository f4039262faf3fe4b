import { LISTING_BEGINNING } from './listed-skill-lines.ts';
import type { Skill } from './skill.ts';

export type SkillVisibility = 'on' | 'name-only' | 'user-invocable-only' | 'off';

interface ListingLimits {
  /** Characters of the whole list. */
  readonly budget: number;
  /** Characters of one description. */
  readonly perSkill: number;
  /** By name. Default: `on`. */
  readonly visibility: (name: string) => SkillVisibility;
}

interface SkillListing {
  /** By name, one line each. */
  readonly lines: ReadonlyMap<string, string>;
  /** How many lost their description because the list would be too long. */
  readonly shortened: number;
}

/**
 * The lines by which the model knows its skills. Every name is there; over the budget, the last ones lose their
 * description.
 */
export function skillListing(skills: readonly Skill[], limits: ListingLimits): SkillListing {
  const lines = new Map<string, string>();
  let room = limits.budget;
  let shortened = 0;
  const listed = skills.filter(
    ({ name, isForModel }) => isForModel && ['on', 'name-only'].includes(limits.visibility(name)),
  );
  // Names always fit, so they are counted first.
  for (const { name } of listed) room -= name.length + 3;
  for (const skill of listed) {
    const text = limits.visibility(skill.name) === 'on' ? describe(skill, limits.perSkill) : '';
    const fits = text.length + 2 <= room;
    if (text !== '' && !fits) shortened += 1;
    if (fits) room -= text.length + 2;
    lines.set(skill.name, text === '' || !fits ? `- ${skill.name}` : `- ${skill.name}: ${text}`);
  }
  return { lines, shortened };
}

function describe({ description, whenToUse }: Skill, max: number): string {
  const text = [description, whenToUse].filter((part) => part !== undefined && part !== '').join(' ');
  const line = text.replaceAll(/\s+/g, ' ').trim().toWellFormed();
  return line.length <= max ? line : `${line.slice(0, max - 1).toWellFormed()}…`;
}

/** The note for the model: what is new since `told`. Undefined: nothing. */
export function listingNote(
  lines: ReadonlyMap<string, string>,
  told: ReadonlyMap<string, string>,
): string | undefined {
  const fresh = [...lines].filter(([name, line]) => told.get(name) !== line).map(([, line]) => line);
  const gone = [...told.keys()].filter((name) => !lines.has(name));
  const parts = [
    ...(fresh.length === 0
      ? []
      : [`${told.size === 0 ? LISTING_BEGINNING.all : LISTING_BEGINNING.changed}\n${fresh.join('\n')}`]),
    ...(gone.length === 0
      ? []
      : [`${LISTING_BEGINNING.gone}\n${gone.map((name) => `- ${name}`).join('\n')}`]),
  ];
  return parts.length === 0 ? undefined : parts.join('\n\n');
}
