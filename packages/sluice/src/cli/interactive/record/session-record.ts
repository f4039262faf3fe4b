import {
  isJsonObject,
  parseContent,
  readText,
  textOf,
  type JournalEntry,
  type JsonObject,
  type OutcomeCode,
  type ResultStore,
} from '@sluice/core';
import { isMentionMessage } from '../../mentions/mention-message.ts';

/** Something that was said or done in a session, in order. */
export type RecordItem =
  | { readonly kind: 'prompt'; readonly time: number; readonly text: string }
  | { readonly kind: 'answer'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly name: string;
      /** As it ran. */
      readonly input: JsonObject;
      /** Undefined: it has no result yet, or never got one. */
      readonly outcome: OutcomeCode | undefined;
      readonly result: string;
    };

/** What a session's journal tells a person: prompts, answers, and calls with their results. What a prompt mentions is read after it. */
export async function sessionRecord(
  entries: readonly JournalEntry[],
  store: Pick<ResultStore, 'get'>,
): Promise<readonly RecordItem[]> {
  const items: RecordItem[] = [];
  /** Calls that read what the next prompt mentions. */
  let mentioned: RecordItem[] = [];
  const settled = new Map<string, Extract<JournalEntry, { type: 'settled' }>>();
  for (const entry of entries) if (entry.type === 'settled') settled.set(keyOf(entry), entry);
  const changed = new Map<string, Extract<JournalEntry, { type: 'changed' }>>();
  for (const entry of entries) if (entry.type === 'changed') changed.set(keyOf(entry), entry);
  const discarded = new Set(
    entries.flatMap((entry) => (entry.type === 'discarded' ? [entry.messageId] : [])),
  );
  for (const entry of entries) {
    if ('messageId' in entry && entry.messageId !== undefined && discarded.has(entry.messageId)) continue;
    switch (entry.type) {
      case 'user': {
        if (entry.origin !== 'person') break;
        items.push({ kind: 'prompt', time: entry.time, text: wordsOf(await readText(entry.content, store)) });
        items.push(...mentioned);
        mentioned = [];
        break;
      }
      case 'block': {
        const block = parsed(await readText(entry.content, store));
        if (!isJsonObject(block) || block['type'] !== 'text' || typeof block['text'] !== 'string') break;
        items.push({ kind: 'answer', text: block['text'] });
        break;
      }
      case 'received': {
        if (entry.parentCallId !== undefined) break;
        const written = changed.get(keyOf(entry)) ?? entry;
        const input = parsed(await readText(written.input, store));
        const end = settled.get(keyOf(entry));
        const list = isMentionMessage(entry.messageId) ? mentioned : items;
        list.push({
          kind: 'call',
          name: entry.name,
          input: isJsonObject(input) ? input : {},
          outcome: end?.outcome,
          result: end === undefined ? '' : wordsOf(await readText(end.content, store)),
        });
        break;
      }
      default:
    }
  }
  return [...items, ...mentioned];
}

function keyOf({ messageId, callId }: { readonly messageId: string; readonly callId: string }): string {
  return JSON.stringify([messageId, callId]);
}

function wordsOf(json: string | undefined): string {
  if (json === undefined) return '(no longer stored)';
  const content = parseContent(json);
  return content === undefined ? json : textOf(content);
}

function parsed(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
