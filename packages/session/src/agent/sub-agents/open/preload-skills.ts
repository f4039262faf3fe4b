import type { Attachment } from '@sluice/agent';
import type { SessionSkills } from '../../../skills/session-skills.ts';
import type { AssembledAgent } from '../../assembled-agent.ts';

interface Preloaded {
  readonly texts: readonly Attachment[];
  /** Which skills could not be loaded and why, one sentence each. */
  readonly notes: readonly string[];
}

/** The texts of the skills that an agent starts with. Never rejects. */
export async function preloadSkills(
  names: readonly string[],
  skills: SessionSkills | undefined,
  { runtime }: Pick<AssembledAgent, 'runtime'>,
): Promise<Preloaded> {
  if (names.length === 0) return { texts: [], notes: [] };
  if (skills === undefined)
    return {
      texts: [],
      notes: [`It has no skills (${names.join(', ')}): skills are turned off in this session.`],
    };
  const { commandsOfPerson } = await import('../../../skills/run-skill-command.ts');
  const run = commandsOfPerson(runtime, new AbortController().signal);
  const loaded = await Promise.all(names.map((name) => skills.preload(name, run)));
  return {
    texts: loaded.flatMap((one) => (one.ok ? [{ text: one.text, origin: 'instructions' as const }] : [])),
    notes: loaded.flatMap((one, at) =>
      one.ok ? [] : [`It started without the skill ${names[at]}: ${one.message}`],
    ),
  };
}
