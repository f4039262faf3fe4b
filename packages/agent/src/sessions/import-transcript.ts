import {
  createJournalWriter,
  getOwn,
  isDocument,
  isJsonObject,
  systemClock,
  type JournalWriter,
  type JsonObject,
} from '@sluice/core';
import { createFileStore, openJournal } from '@sluice/host';
import { newSession, type SessionResult } from './new-session.ts';
import type { Transcript, TranscriptMessage } from './read-transcript.ts';
import { removeSession } from './remove-session.ts';
import type { StoredSession } from './session-info.ts';
import { noteTranscriptIds } from './transcript-ids.ts';

interface ImportPlace {
  /** See `stateDirectory`. */
  readonly state: string;
  /** The session's working directory: real and absolute. */
  readonly cwd: string;
  /** Of the new session. Default: the transcript's. */
  readonly id?: string | undefined;
}

/** The answer that lines are being written about. */
interface OpenAnswer {
  readonly messageId: string;
  readonly serverId: unknown;
  readonly message: JsonObject;
  readonly calls: Set<string>;
  isEnded: boolean;
}

/** Makes a session of a transcript, so that it can be resumed: its words, calls and results. */
export async function importTranscript(
  transcript: Transcript,
  { state, cwd, id = transcript.id }: ImportPlace,
): Promise<SessionResult> {
  const first = transcript.messages.find(({ role }) => role === 'user');
  const prompt = transcript.title ?? wordsOf(first?.message);
  const made = newSession({ state, cwd, id, prompt });
  if (!made.ok) return made;
  const { session } = made;
  const { directory } = session;
  const opened = openJournal({ directory });
  if (!opened.ok) return opened;
  const { journal } = opened;
  try {
    const problem = await new Importer(
      createJournalWriter(journal, createFileStore({ directory }), systemClock),
    ).begin(session.id, cwd, transcript.messages);
    noteTranscriptIds(directory, idsOf(transcript.messages));
    if (problem === undefined) return { ok: true, session };
    journal.close();
    await removeSession(session);
    return { ok: false, message: `The session ${id} can't be read from its file: ${problem}` };
  } finally {
    journal.close();
  }
}

/** Adds messages to a session that another program has gone on with. Resolves with why it could not be done. */
export async function continueFromTranscript(
  { id, directory }: StoredSession,
  messages: readonly TranscriptMessage[],
): Promise<string | undefined> {
  const opened = openJournal({ directory });
  if (!opened.ok) return opened.message;
  const { journal } = opened;
  try {
    const problem = await new Importer(
      createJournalWriter(journal, createFileStore({ directory }), systemClock),
    ).write(messages);
    if (problem !== undefined) return `The session ${id} can't be continued from its file: ${problem}`;
    noteTranscriptIds(directory, idsOf(messages));
    return undefined;
  } finally {
    journal.close();
  }
}

function idsOf(messages: readonly TranscriptMessage[]): readonly string[] {
  return messages.map(({ uuid }) => uuid);
}

class Importer {
  readonly #lines: JournalWriter;
  #open: OpenAnswer | undefined;
  #problem: string | undefined;

  constructor(lines: JournalWriter) {
    this.#lines = lines;
  }

  /** @returns why it could not be written */
  begin(sessionId: string, cwd: string, messages: readonly TranscriptMessage[]): Promise<string | undefined> {
    this.#put({ type: 'session', sessionId, cwd });
    return this.write(messages);
  }

  /** @returns why it could not be written */
  async write(messages: readonly TranscriptMessage[]): Promise<string | undefined> {
    for (const one of messages) {
      if (one.role === 'assistant') await this.#answer(one);
      else await this.#said(one);
    }
    this.#close();
    return this.#problem;
  }

  /** Lines of one answer have the server's id of it in common. */
  async #answer({ uuid, message }: TranscriptMessage): Promise<void> {
    const serverId = getOwn(message, 'id');
    if (this.#open === undefined || this.#open.isEnded || this.#open.serverId !== serverId) {
      this.#close();
      this.#open = { messageId: uuid, serverId, message, calls: new Set(), isEnded: false };
    }
    const { messageId, calls } = this.#open;
    for (const block of blocksOf(message)) {
      const type = getOwn(block, 'type');
      const [callId, name] = [getOwn(block, 'id'), getOwn(block, 'name')];
      if (type === 'tool_use' && typeof callId === 'string' && typeof name === 'string') {
        const input = await this.#lines.text(JSON.stringify(getOwn(block, 'input') ?? {}));
        this.#put({ type: 'received', messageId, callId, name, input });
        calls.add(callId);
        continue;
      }
      const isThinking = type === 'thinking' || type === 'redacted_thinking';
      if (type !== 'text' && !isThinking) continue;
      const kept = isThinking ? { type: 'opaque', api: 'anthropic', kind: 'thinking', block } : block;
      const content = await this.#lines.text(JSON.stringify(kept));
      this.#put({ type: 'block', messageId, callsBefore: calls.size, content });
    }
  }

  async #said({ message, isMeta }: TranscriptMessage): Promise<void> {
    const blocks = blocksOf(message);
    for (const block of blocks) if (getOwn(block, 'type') === 'tool_result') await this.#result(block);
    const said = blocks.flatMap(saidBlock);
    if (said.length === 0) return;
    this.#close();
    this.#put({
      type: 'user',
      content: await this.#lines.text(JSON.stringify(said)),
      origin: isMeta ? 'note' : 'person',
    });
  }

  async #result(block: JsonObject): Promise<void> {
    const callId = getOwn(block, 'tool_use_id');
    const open = this.#open;
    if (open === undefined || typeof callId !== 'string' || !open.calls.has(callId)) return;
    this.#end(open);
    const isError = getOwn(block, 'is_error') === true;
    const outcome = isError ? 'tool-error' : 'ok';
    const record = isError
      ? { outcome: { code: outcome, errorCode: 'failed', message: 'It failed.' } }
      : { outcome: { code: outcome } };
    const content = await this.#lines.text(JSON.stringify(getOwn(block, 'content') ?? ''));
    this.#put({ type: 'settled', messageId: open.messageId, callId, outcome, isError, content, record });
    open.calls.delete(callId);
    if (open.calls.size === 0) this.#close();
  }

  #end(open: OpenAnswer): void {
    if (open.isEnded) return;
    open.isEnded = true;
    const { messageId, message } = open;
    const [model, stopReason] = [getOwn(message, 'model'), getOwn(message, 'stop_reason')];
    this.#put({
      type: 'assistant',
      messageId,
      model: typeof model === 'string' ? model : 'unknown',
      stopReason: typeof stopReason === 'string' ? stopReason : open.calls.size > 0 ? 'tool_use' : 'end_turn',
      usage: usageOf(getOwn(message, 'usage')),
    });
  }

  #close(): void {
    const open = this.#open;
    if (open === undefined) return;
    const hadCalls = open.isEnded;
    this.#end(open);
    if (hadCalls) this.#put({ type: 'message', messageId: open.messageId });
    this.#open = undefined;
  }

  #put(line: Parameters<JournalWriter['write']>[0]): void {
    this.#problem ??= this.#lines.write(line);
  }
}

function blocksOf(message: JsonObject): readonly JsonObject[] {
  const content = getOwn(message, 'content');
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isJsonObject) : [];
}

/** The block as the journal has it; none: it is not part of what was said, or of a form that no request can have. */
function saidBlock(block: JsonObject): readonly object[] {
  const type = getOwn(block, 'type');
  if (type === 'text' || isDocument(block)) return [block];
  const source = getOwn(block, 'source');
  if ((type !== 'image' && type !== 'document') || !isJsonObject(source)) return [];
  const [url, title] = [getOwn(source, 'url'), getOwn(block, 'title')];
  if (getOwn(source, 'type') === 'url' && typeof url === 'string')
    return [{ type: 'linked_file', kind: type, url, title: typeof title === 'string' ? title : undefined }];
  return type === 'image' && getOwn(source, 'type') === 'base64' ? [block] : [];
}

function wordsOf(message: JsonObject | undefined): string {
  const texts = message === undefined ? [] : blocksOf(message).map((block) => getOwn(block, 'text'));
  return texts.filter((text) => typeof text === 'string').join('\n');
}

function usageOf(value: unknown): {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
} {
  const count = (name: string): number => {
    const found = isJsonObject(value) ? getOwn(value, name) : undefined;
    return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : 0;
  };
  return {
    inputTokens: count('input_tokens'),
    outputTokens: count('output_tokens'),
    cacheReadTokens: count('cache_read_input_tokens'),
    cacheWriteTokens: count('cache_creation_input_tokens'),
  };
}
