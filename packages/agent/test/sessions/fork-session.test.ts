import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournalWriter, systemClock, type JournalEntry } from '@sluice/core';
import { createFileStore, openJournal, readJournal } from '@sluice/host';
import { createConversation } from '../../src/conversation/create-conversation.ts';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import { countAnswers } from '../../src/sessions/count-answers.ts';
import { forkSession } from '../../src/sessions/fork-session.ts';
import { listSessions } from '../../src/sessions/list-sessions.ts';
import { createMove, movedValue } from '../../src/sessions/moved-text.ts';
import { newSession } from '../../src/sessions/new-session.ts';
import type { StoredSession } from '../../src/sessions/session-info.ts';
import { wholeEntries } from '../../src/sessions/whole-entries.ts';

const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const END = { model: 'some/model', stopReason: 'end_turn', usage: USAGE, isCut: false };
const LONG = 'long '.repeat(4000);

let state: string;
beforeEach(() => {
  state = realpathSync(mkdtempSync(join(tmpdir(), 'sluice "fork" ')));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

function opened(directory: string) {
  const result = openJournal({ directory });
  if (!result.ok) throw new Error(result.message);
  return result.journal;
}

/** A session with a message whose result names a stored file, long texts, what a file held, and an unfinished answer. */
async function sessionWithAll(): Promise<StoredSession> {
  const made = newSession({ state, cwd: '/work', prompt: 'Go' });
  if (!made.ok) throw new Error(made.message);
  const { session } = made;
  const { directory } = session;
  const journal = opened(directory);
  const store = createFileStore({ directory });
  const engine = createJournalWriter(journal, store, systemClock);
  engine.write({ type: 'session', sessionId: session.id, cwd: '/work' });
  const conversation = createConversation({ journal, store, clock: systemClock });
  await conversation.addUser([{ type: 'text', text: LONG }], 'person');
  const draft = conversation.beginAssistant('m1');
  await draft.block({ type: 'text', text: 'I look.' });
  draft.call({ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'ls' } });
  engine.write({
    type: 'received',
    messageId: 'm1',
    callId: 'a',
    name: 'Bash',
    input: { text: '{"command":"ls"}' },
  });
  await draft.end(END);
  const whole = await store.put(`${LONG}output`);
  const kept = await store.putBytes(Buffer.from('before'));
  if (!whole.ok || !kept.ok) throw new Error('nothing could be stored');
  const before = { ...kept.file, mode: 0o644 };
  engine.write({
    type: 'wrote',
    messageId: 'm1',
    callId: 'a',
    path: '/srv/f',
    before,
    afterHash: '00',
  });
  const result = `${LONG}(the whole output is in ${whole.file.path})`;
  const content = await engine.text(JSON.stringify(result));
  engine.write({
    type: 'settled',
    messageId: 'm1',
    callId: 'a',
    outcome: 'ok',
    isError: false,
    content,
    record: {},
  });
  engine.write({ type: 'message', messageId: 'm1' });
  await conversation.beginAssistant('m2').block({ type: 'text', text: 'Unfinished' });
  journal.close();
  return session;
}

const messagesOf = async ({ directory }: StoredSession) => {
  const { entries } = await readJournal(directory);
  return (await readConversation(entries, createFileStore({ directory }))).messages;
};

describe('a fork', () => {
  it('says what the session said up to its last whole message, and names its own files', async () => {
    const source = await sessionWithAll();
    const before = readdirSync(source.directory, { recursive: true }).toSorted();
    const forked = await forkSession(state, source);
    if (!forked.ok) throw new Error(forked.message);
    const { session } = forked;
    expect(session).toMatchObject({ cwd: '/work', title: 'Go (fork)' });
    expect(session.id).not.toBe(source.id);
    expect(listSessions(state, '/work')).toHaveLength(2);

    const journal = readFileSync(join(session.directory, 'journal.jsonl'), 'utf8');
    expect(journal).not.toContain(source.id);
    const move = createMove(source.directory, session.directory);
    const expected = movedValue((await messagesOf(source)).slice(0, -1), move);
    const messages = await messagesOf(session);
    expect(messages).toEqual(expected);
    expect(messages).toHaveLength(3);

    const [block] = messages[2]?.content ?? [];
    const shown = block?.type === 'tool_result' && typeof block.content === 'string' ? block.content : '';
    const path = /is in (.*)\)$/.exec(shown)?.[1] ?? '';
    expect(path.startsWith(session.directory)).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(`${LONG}output`);
    expect(statSync(path).nlink).toBe(2);
    expect(readdirSync(join(session.directory, 'pre-images'))).toHaveLength(1);
    expect(readdirSync(source.directory, { recursive: true }).toSorted()).toEqual(before);
    expect([await countAnswers(source.directory), await countAnswers(session.directory)]).toEqual([1, 1]);
  });

  it('has the journals of all agents', async () => {
    const source = await sessionWithAll();
    const agent = opened(join(source.directory, 'agents/a1'));
    agent.append({
      ...{ v: 1, time: 1, type: 'note', messageId: 'm', text: `see ${source.directory}/tool-results/x` },
    });
    agent.append({
      ...{ v: 1, time: 2, type: 'assistant', messageId: 'm' },
      ...{ model: 'some/model', stopReason: 'end_turn', usage: USAGE },
    });
    agent.close();
    const forked = await forkSession(state, source);
    if (!forked.ok) throw new Error(forked.message);
    const { directory } = forked.session;
    const { entries } = await readJournal(join(directory, 'agents/a1'));
    expect(entries.map(({ type }) => type)).toEqual(['note', 'assistant']);
    expect(entries[0]).toMatchObject({ text: `see ${directory}/tool-results/x` });
    expect([await countAnswers(source.directory), await countAnswers(directory)]).toEqual([2, 2]);
  });

  it('outlives the session that it was made from, and goes on alone', async () => {
    const source = await sessionWithAll();
    const forked = await forkSession(state, source);
    if (!forked.ok) throw new Error(forked.message);
    const { directory } = forked.session;
    const messages = await messagesOf(forked.session);
    rmSync(source.directory, { recursive: true });
    expect(await messagesOf(forked.session)).toEqual(messages);
    const journal = opened(directory);
    const store = createFileStore({ directory });
    const resumed = await readConversation((await journal.read()).entries, store);
    const conversation = createConversation({ journal, store, clock: systemClock, resumed });
    await conversation.addUser([{ type: 'text', text: 'On' }], 'person');
    journal.close();
    expect((await messagesOf(forked.session)).at(-1)?.content.at(-1)).toEqual({ type: 'text', text: 'On' });
  });

  it('can be made of a session in use, and not under an id that is taken or none', async () => {
    const source = await sessionWithAll();
    const journal = opened(source.directory);
    expect(await forkSession(state, source)).toMatchObject({ ok: true });
    journal.close();
    expect(await forkSession(state, source, { id: source.id })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/already/),
    });
    expect(await forkSession(state, source, { id: 'x' })).toMatchObject({ ok: false });
    expect(listSessions(state)).toHaveLength(2);
  });

  it('of a session that can not be read says why, and leaves nothing behind', async () => {
    const source = await sessionWithAll();
    rmSync(join(source.directory, 'journal.jsonl'));
    mkdirSync(join(source.directory, 'journal.jsonl'));
    expect(await forkSession(state, source)).toEqual({
      ok: false,
      message: expect.stringMatching(/can't be forked \(EISDIR/),
    });
    expect(listSessions(state)).toHaveLength(1);
    expect(readdirSync(join(source.directory, '..'))).toEqual([source.id]);
  });
});

describe('the whole part of a journal', () => {
  const line = (type: string, messageId?: string): JournalEntry =>
    JSON.parse(JSON.stringify({ v: 1, time: 0, type, messageId, callId: 'a', callsBefore: 0 }));
  const parse = (text: string) =>
    text
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => {
        const [type = '', messageId] = word.split(':');
        return line(type, messageId);
      });

  it.each([
    ['nothing', '', ''],
    ['only words', 'user user', 'user user'],
    ['an answer that ended', 'user block:m1 assistant:m1', 'user block:m1 assistant:m1'],
    ['an answer that did not', 'user block:m1', 'user'],
    ['calls without an end', 'user received:m1 assistant:m1 started:m1 user', 'user user'],
    [
      'calls with all results',
      'received:m1 assistant:m1 settled:m1 message:m1',
      'received:m1 assistant:m1 settled:m1 message:m1',
    ],
    [
      'a call that was put off',
      'user received:m1 assistant:m1 deferred:m1 user',
      'user received:m1 assistant:m1 deferred:m1 user',
    ],
    [
      'one that is being made since',
      'received:m1 deferred:m1 assistant:m1 user received:m1 started:m1',
      'received:m1 deferred:m1 assistant:m1 user',
    ],
    [
      'one that was made since, and whose message is not closed yet',
      'received:m1 assistant:m1 deferred:m1 received:m1 started:m1 settled:m1',
      'received:m1 assistant:m1 deferred:m1 received:m1 started:m1 settled:m1',
    ],
    [
      'one that was put off and made',
      'received:m1 assistant:m1 deferred:m1 settled:m1 message:m1 block:m2',
      'received:m1 assistant:m1 deferred:m1 settled:m1 message:m1',
    ],
    ['one that was put off in a message that did not end', 'user received:m1 deferred:m1', 'user'],
    ['one that was withdrawn', 'block:m1 discarded:m1', 'block:m1 discarded:m1'],
    [
      'an earlier one that a crash left',
      'block:m1 user block:m2 assistant:m2',
      'block:m1 user block:m2 assistant:m2',
    ],
  ])('%s', (_title, entries, expected) => {
    expect(wholeEntries(parse(entries))).toEqual(parse(expected));
  });
});
