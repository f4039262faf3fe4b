import { skillOfText, type Attachment } from '@sluice/agent';
import { CHARACTERS_PER_TOKEN, textOf, type ModelMessage } from '@sluice/core';

/** Characters of one skill, and of all together, that come back after a compaction: 5,000 and 25,000 tokens. */
const MAX_EACH = 20_000;
const MAX_ALL = 100_000;
/** A small window is not filled by them. */
const MAX_OF_WINDOW = 0.125;
const CUT = '\n\n[The rest is left out. Load the skill again if you need it.]';

const TOOL = 'Skill';
/** As the text of a command that the user has typed is in a conversation. */
const MARKED = /^<not-from-user source="instructions">\n([\s\S]*)\n<\/not-from-user>$/;

/** The texts of skills that a compaction has taken away, as far as they come back: the one loaded last first. */
export function skillsToRestore(
  before: readonly ModelMessage[],
  after: readonly ModelMessage[],
  contextWindow: number,
): readonly Attachment[] {
  const there = textsByName(after);
  let left = Math.min(MAX_ALL, contextWindow * CHARACTERS_PER_TOKEN * MAX_OF_WINDOW);
  const restored: Attachment[] = [];
  for (const [name, text] of [...textsByName(before)].toReversed()) {
    if (there.has(name)) continue;
    const isCut = text.length > MAX_EACH && !text.endsWith(CUT);
    const kept = isCut ? text.slice(0, MAX_EACH - CUT.length).toWellFormed() + CUT : text;
    left -= kept.length;
    if (left < 0) break;
    restored.push({ text: kept, origin: 'instructions' });
  }
  return restored;
}

function textsByName(messages: readonly ModelMessage[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'user') continue;
    for (const text of skillTexts(message, messages[at - 1])) {
      const name = skillOfText(text);
      if (name === undefined) continue;
      texts.delete(name);
      texts.set(name, text);
    }
  }
  return texts;
}

/** Only results of the Skill tool, and what the program itself has put in, can be a skill's text. */
function skillTexts(
  { content }: Extract<ModelMessage, { readonly role: 'user' }>,
  previous: ModelMessage | undefined,
): readonly string[] {
  const calls: ModelMessage['content'] = previous?.content ?? [];
  const isOfSkill = (id: string): boolean =>
    calls.some((block) => block.type === 'tool_use' && block.id === id && block.name === TOOL);
  return content.flatMap((block) => {
    if (block.type === 'text') return MARKED.exec(block.text)?.[1] ?? [];
    return block.type === 'tool_result' && isOfSkill(block.tool_use_id) ? textOf(block.content) : [];
  });
}
