import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFileStore, readJournal } from '@sluice/host';
import { expect, it } from 'vitest';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import { continueFromTranscript, importTranscript } from '../../src/sessions/import-transcript.ts';
import { readTranscript, transcriptDirectory } from '../../src/sessions/read-transcript.ts';
import { transcriptIds } from '../../src/sessions/transcript-ids.ts';

const ID = '0f0f0f0f-1111-4222-8333-444444444444';

function place(lines: readonly (object | string)[], directory = '/home/me/work') {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'transcript-')));
  const env = { HOME: home };
  const file = join(transcriptDirectory(directory, env), `${ID}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'));
  return { env, state: join(home, 'state'), cwd: home };
}

const user = (uuid: string, parentUuid: string | null, content: unknown) => ({
  ...{ type: 'user', uuid, parentUuid, message: { role: 'user', content } },
});
const assistant = (uuid: string, parentUuid: string, id: string, block: object) => ({
  ...{ type: 'assistant', uuid, parentUuid, message: { role: 'assistant', id, content: [block] } },
});
const LINES = [
  user('u1', null, 'Look.'),
  assistant('a1', 'u1', 'm1', { type: 'thinking', thinking: 'Hm', signature: 's' }),
  assistant('a2', 'a1', 'm1', { type: 'tool_use', id: 'c1', name: 'Read', input: { file_path: '/x' } }),
  assistant('a3', 'a2', 'm1', { type: 'tool_use', id: 'c2', name: 'Read', input: { file_path: '/y' } }),
  user('r1', 'a3', [{ type: 'tool_result', tool_use_id: 'c1', content: 'X' }]),
  user('r2', 'r1', [{ type: 'tool_result', tool_use_id: 'c2', content: 'Y', is_error: true }]),
  assistant('a4', 'r2', 'm2', { type: 'text', text: 'Seen.' }),
  { type: 'custom-title', customTitle: 'My title', sessionId: ID },
  'not JSON',
  user('u2', 'a4', 'Old branch.'),
  user('u3', 'a4', 'More.'),
  { ...user('side', 'u3', 'Elsewhere.'), isSidechain: true },
];

async function messagesOf({ env, state, cwd }: ReturnType<typeof place>, through?: string) {
  const transcript = readTranscript(ID, '/home/me/work', env, through);
  if (transcript === undefined) return undefined;
  const made = await importTranscript(transcript, { state, cwd });
  if (!made.ok) throw new Error(made.message);
  expect(made.session).toMatchObject({ id: ID, title: 'My title', cwd });
  const { directory } = made.session;
  const { entries } = await readJournal(directory);
  return (await readConversation(entries, createFileStore({ directory }))).messages;
}

it('a transcript becomes a session with its words, calls and results, in the branch that was written last', async () => {
  const messages = await messagesOf(place(LINES));
  expect(messages).toMatchObject([
    { role: 'user', content: [{ text: 'Look.' }] },
    {
      role: 'assistant',
      content: [{ kind: 'thinking' }, { id: 'c1', input: { file_path: '/x' } }, { id: 'c2' }],
    },
    {
      role: 'user',
      content: [
        { tool_use_id: 'c1', content: 'X' },
        { tool_use_id: 'c2', content: 'Y', is_error: true },
      ],
    },
    { role: 'assistant', content: [{ text: 'Seen.' }] },
    { role: 'user', content: [{ text: 'More.' }] },
  ]);
});

it('a session goes on with what its transcript has beyond it, and knows which messages it has', async () => {
  const { env, state, cwd } = place(LINES);
  const [beginning, whole] = [readTranscript(ID, '/', env, 'a1'), readTranscript(ID, '/', env)];
  if (beginning === undefined || whole === undefined) throw new Error('no transcript');
  const made = await importTranscript(beginning, { state, cwd });
  if (!made.ok) throw new Error(made.message);
  const { directory } = made.session;
  const rest = whole.messages.slice(beginning.messages.length);
  expect(await continueFromTranscript(made.session, rest)).toBeUndefined();
  expect(transcriptIds(directory)).toEqual(whole.messages.map(({ uuid }) => uuid));
  const { entries } = await readJournal(directory);
  const { messages } = await readConversation(entries, createFileStore({ directory }));
  expect(messages.at(0)).toMatchObject({ content: [{ text: 'Look.' }] });
  expect(JSON.stringify(messages)).toContain('"X"');
  expect(messages.slice(-2)).toMatchObject([
    { role: 'assistant', content: [{ text: 'Seen.' }] },
    { role: 'user', content: [{ text: 'More.' }] },
  ]);
});

it('it can end with any of its messages, and calls without results get one', async () => {
  expect(await messagesOf(place(LINES), 'a4')).toHaveLength(4);
  expect(JSON.stringify(await messagesOf(place(LINES), 'r1'))).toContain('"c2"');
  expect(await messagesOf(place(LINES), 'nobody')).toBeUndefined();
});

it('it is found in the place of another directory, and only by a whole id', () => {
  const { env } = place(LINES, '/somewhere/else');
  expect(readTranscript(ID, '/home/me/work', env)?.messages.at(-1)?.uuid).toBe('u3');
  for (const id of [ID.slice(0, 8), '../x', '']) expect(readTranscript(id, '/', env)).toBeUndefined();
});
