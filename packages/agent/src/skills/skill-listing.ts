import { presentItems } from '@sluice/base';
import { escapeHarnessTags } from '@sluice/core';
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
  /** How often each was used, by name; asked only when the list would be too long. Default: never. */
  readonly uses?: () => ReadonlyMap<string, number>;
}

interface SkillListing {
  /** By name, one line each. */
  readonly lines: ReadonlyMap<string, string>;
  /** The names of those that lost their description because the list would be too long. */
  readonly shortened: ReadonlySet<string>;
}

/**
 * The lines by which the model knows its skills. Every name is there; over the budget, the least used lose their
 * description, and of those that were used as often, the last.
 */
export function skillListing(skills: readonly Skill[], limits: ListingLimits): SkillListing {
  const listed = skills.filter(
    ({ name, isForModel }) => isForModel && ['on', 'name-only'].includes(limits.visibility(name)),
  );
  const texts = new Map(
    listed.map((skill) => [
      skill.name,
      limits.visibility(skill.name) === 'on' ? describe(skill, limits.perSkill) : '',
    ]),
  );
  // Names always fit, so they are counted first.
  const room = limits.budget - listed.reduce((sum, { name }) => sum + name.length + 3, 0);
  const described = fitting(texts, room, limits.uses);
  const lines = new Map<string, string>();
  const shortened = new Set<string>();
  for (const [name, text] of texts) {
    if (text !== '' && !described.has(name)) shortened.add(name);
    lines.set(name, described.has(name) ? `- ${name}: ${text}` : `- ${name}`);
  }
  return { lines, shortened };
}

/** The names whose description fits. */
function fitting(
  texts: ReadonlyMap<string, string>,
  budget: number,
  uses: ListingLimits['uses'] = () => new Map(),
): ReadonlySet<string> {
  let wanted = [...texts].filter(([, text]) => text !== '');
  const needed = wanted.reduce((sum, [, text]) => sum + text.length + 2, 0);
  if (needed > budget) {
    const counts = uses();
    wanted = wanted.toSorted(([one], [other]) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  }
  const fits = new Set<string>();
  let room = budget;
  for (const [name, text] of wanted) {
    if (text.length + 2 > room) continue;
    room -= text.length + 2;
    fits.add(name);
  }
  return fits;
}

function describe({ description, whenToUse }: Skill, max: number): string {
  const text = [description, whenToUse].filter((part) => part !== undefined && part !== '').join(' ');
  const line = escapeHarnessTags(text.replaceAll(/\s+/g, ' ').trim());
  return line.length <= max ? line : `${line.slice(0, max - 1).toWellFormed()}…`;
}

/** The note for the model: what is new since `told`. Undefined: nothing. */
export function listingNote(
  lines: ReadonlyMap<string, string>,
  told: ReadonlyMap<string, string>,
): string | undefined {
  const fresh = [...lines]
    .filter(([name, line]) => isNews(name, line, told.get(name)))
    .map(([, line]) => line);
  const gone = [...told.keys()].filter((name) => !lines.has(name));
  const parts = presentItems([
    fresh.length === 0
      ? undefined
      : `${told.size === 0 ? LISTING_BEGINNING.all : LISTING_BEGINNING.changed}\n${fresh.join('\n')}`,
    gone.length === 0
      ? undefined
      : `${LISTING_BEGINNING.gone}\n${gone.map((name) => `- ${name}`).join('\n')}`,
  ]);
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

/** What the model knows by name once it has the note: a description that it was told stays, even if it no longer fits. */
export function knownSkillLines(
  lines: ReadonlyMap<string, string>,
  told: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    [...lines].map(([name, line]) => {
      const before = told.get(name);
      return [name, before === undefined || isNews(name, line, before) ? line : before];
    }),
  );
}

/** A description that no longer fits in the list still holds: it is in the conversation. */
function isNews(name: string, line: string, told: string | undefined): boolean {
  return told !== line && !(line === `- ${name}` && told?.startsWith(`${line}: `) === true);
}
