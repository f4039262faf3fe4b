import { randomUUID } from 'node:crypto';
import type { Attachment, Prompt } from '@sluice/agent';
import type { AssembledAgent } from '@sluice/session/agent';
import { mentionMessageId } from '../mentions/mention-message.ts';
import {
  lostMentions,
  mentionedServers,
  mentionsIn,
  mentionsNothing,
  readMentions,
} from '../mentions/read-mentions.ts';

/** A prompt mentions something that has to be read or looked up before it is sent. */
export function mentionsAny(agent: AssembledAgent, prompt: Prompt): boolean {
  const text = textOf(prompt);
  return !mentionsNothing(mentionsIn(agent, text)) || lostMentions(agent, text).length > 0;
}

/** The prompt with what it mentions. `signal` ends the reading; `say` reports to the user. */
export async function withMentions(
  agent: AssembledAgent,
  prompt: Prompt,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<Prompt> {
  const text = textOf(prompt);
  // A server that still connects is known by its name, but has no resources yet.
  if (text.includes('@')) await agent.parts.mcp?.readyForFirstRequest(signal);
  await mentionedServers(agent, text, signal);
  if (!mentionsAny(agent, prompt)) return prompt;
  const missing = lostMentions(agent, text);
  const { texts, images, lost, unread } = await readMentions(agent, text, async (call) => {
    const message = agent.runtime.openMessage({ id: mentionMessageId(), signal });
    const read = await message.add({ id: `person_${randomUUID()}`, ...call }).result;
    await message.end();
    return { ...read, images: read.content.filter((block) => block.type === 'image') };
  });
  for (const one of [...missing, ...lost, ...unread]) say(one);
  return {
    ...prompt,
    content: [...prompt.content, ...images],
    following: [...(prompt.following ?? []), ...texts, ...missing.map(toModel)],
  };
}

function toModel(text: string): Attachment {
  return { origin: 'note', text: `A mention could not be read. ${text}` };
}

/** Only a person mentions files: what a schedule or another agent says is no one's wish to read. */
function textOf({ content, origin = 'person', isVerbatim = false }: Prompt): string {
  if (origin !== 'person' || isVerbatim) return '';
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
