import type { Attachment } from '@sluice/agent';
import { CHARACTERS_PER_TOKEN, type ModelMessage } from '@sluice/core';
import { skillTexts } from './skill-texts.ts';

/** Characters of one skill, and of all together, that come back after a compaction: 5,000 and 25,000 tokens. */
const MAX_EACH = 20_000;
const MAX_ALL = 100_000;
/** A small window is not filled by them. */
const MAX_OF_WINDOW = 0.125;
const CUT = '\n\n[The rest is left out. Load the skill again if you need it.]';

/** The texts of skills that a compaction has taken away, as far as they come back: the one loaded last first. */
export function skillsToRestore(
  before: readonly ModelMessage[],
  after: readonly ModelMessage[],
  contextWindow: number,
): readonly Attachment[] {
  const there = skillTexts(after);
  let left = Math.min(MAX_ALL, contextWindow * CHARACTERS_PER_TOKEN * MAX_OF_WINDOW);
  const restored: Attachment[] = [];
  for (const [name, text] of [...skillTexts(before)].toReversed()) {
    if (there.has(name)) continue;
    const isCut = text.length > MAX_EACH && !text.endsWith(CUT);
    const kept = isCut ? text.slice(0, MAX_EACH - CUT.length).toWellFormed() + CUT : text;
    left -= kept.length;
    if (left < 0) break;
    restored.push({ text: kept, origin: 'instructions' });
  }
  return restored;
}
