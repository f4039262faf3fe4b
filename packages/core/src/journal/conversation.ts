import { outcomeForModel } from '../outcome/outcome-text.ts';
import { parseContent } from './parse-content.ts';
import { parseSpoken } from './parse-spoken.ts';
import { spokenBlocks } from '../result/marked-text.ts';
import type { ResultStore } from '../ports/store.ts';
import type { ToolResultBlock } from '../data/content.ts';
import { isJsonObject, type JsonObject } from '../data/json.ts';
import type { JournalText } from '../ports/journal-entry.ts';
import type { JournaledCall, JournaledMessage } from './session.ts';

export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

export type ConversationMessage =
  | { readonly role: 'assistant'; readonly content: readonly ToolUseBlock[] }
  | {
      readonly role: 'user';
      readonly content: readonly (ToolResultBlock | { readonly type: 'text'; readonly text: string })[];
    };

/**
 * The tool calls and results of a session for the next request to a model. Each call has its one result: one without a recorded result
 * says that its outcome is unknown. Retracted messages are left out, except for their note.
 */
export async function buildConversation(
  messages: readonly JournaledMessage[],
  store: ResultStore,
): Promise<readonly ConversationMessage[]> {
  const conversation: ConversationMessage[] = [];
  for (const message of messages) {
    if (message.isDiscarded) {
      const note = message.note ?? lostNote(message);
      if (note !== undefined) conversation.push({ role: 'user', content: [{ type: 'text', text: note }] });
      continue;
    }
    const uses: ToolUseBlock[] = [];
    const results: ToolResultBlock[] = [];
    for (const call of message.calls) {
      const input: unknown = parse(await readText(call.input, store));
      uses.push({
        type: 'tool_use',
        id: call.callId,
        name: call.name,
        input: isJsonObject(input) ? input : {},
      });
      results.push(await journaledResult(call, store));
    }
    const texts = spokenBlocks(parseSpoken(await readJournaled(message.additionalContext, store)));
    conversation.push(
      { role: 'assistant', content: uses },
      { role: 'user', content: [...results, ...texts] },
    );
  }
  return conversation;
}

/** What a model is told if the process ended between the retraction of a message and its note. */
export function lostNote({ calls }: { readonly calls: readonly JournaledCall[] }): string | undefined {
  const names = calls
    .filter(({ started }) => started?.isReadOnly === false)
    .map(({ name, callId }) => `${name} (${callId})`);
  if (names.length === 0) return undefined;
  return `One of your messages was lost after some of its calls had started: ${names.join(', ')}. They may have taken effect; check before you repeat them.`;
}

/** The one result of a call; if none was recorded, that its outcome is unknown. */
export async function journaledResult(
  call: JournaledCall,
  store: Pick<ResultStore, 'get'>,
): Promise<ToolResultBlock> {
  if (call.settled === undefined) {
    const content = outcomeForModel(lostOutcome(call), call.name);
    return { type: 'tool_result', tool_use_id: call.callId, content, is_error: true };
  }
  const text = await readText(call.replacement ?? call.settled.content, store);
  return {
    type: 'tool_result',
    tool_use_id: call.callId,
    content: parseContent(text) ?? '(The result of this call could not be restored.)',
    is_error: call.settled.isError,
  };
}

/** The outcome of a call without a result in the journal. */
export function lostOutcome({ started }: Pick<JournaledCall, 'started'>) {
  return {
    code: 'outcome-unknown',
    started: started !== undefined,
    isReadOnly: started?.isReadOnly === true ? (true as const) : undefined,
  } as const;
}

function readJournaled(text: JournalText | undefined, store: ResultStore): Promise<string | undefined> {
  return text === undefined ? Promise.resolve(undefined) : readText(text, store);
}

/** The text of a journal line, or undefined if its file is gone. */
export async function readText(
  text: JournalText,
  store: Pick<ResultStore, 'get'>,
): Promise<string | undefined> {
  return 'text' in text ? text.text : store.get(text.path);
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
