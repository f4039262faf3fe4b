import { skillOfText } from '@sluice/agent';
import { textOf, type ModelMessage } from '@sluice/core';

const TOOL = 'Skill';
/** As the text of a command that the user has typed is in a conversation. */
const MARKED = /^<not-from-user source="instructions">\n([\s\S]*)\n<\/not-from-user>$/;

/** The text of each skill in a conversation, as it was loaded last, by name: the one loaded last comes last. */
export function skillTexts(messages: readonly ModelMessage[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'user') continue;
    for (const text of textsIn(message, messages[at - 1])) {
      const name = skillOfText(text);
      if (name === undefined) continue;
      texts.delete(name);
      texts.set(name, text);
    }
  }
  return texts;
}

/** Only results of the Skill tool, and what the program itself has put in, can be a skill's text. */
function textsIn(
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
