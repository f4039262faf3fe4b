import { join } from 'node:path';
import { readConversation } from '@sluice/agent';
import { AGENTS_DIRECTORY, readJournal } from '@sluice/host';
import type { Session } from '../../../directory/open-session.ts';

const MAX_CHARS = 500;

/** The last text that an agent of an earlier program wrote; empty if there is none. */
export async function lastWords(
  { directory, store }: Pick<Session, 'directory' | 'store'>,
  id: string,
): Promise<string> {
  try {
    const { entries } = await readJournal(join(directory, AGENTS_DIRECTORY, id));
    const { messages } = await readConversation(entries, store);
    const texts = messages.flatMap(({ role, content }) =>
      role === 'assistant' ? content.map((block) => (block.type === 'text' ? block.text.trim() : '')) : [],
    );
    return (
      texts
        .findLast((text) => text !== '')
        ?.slice(0, MAX_CHARS)
        .toWellFormed() ?? ''
    );
  } catch {
    return '';
  }
}
