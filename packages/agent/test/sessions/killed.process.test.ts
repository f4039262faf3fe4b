import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createFileStore, journalHolder, readJournal } from '@sluice/host';
import { checkRequest } from '../../src/conversation/check-request.ts';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import { forkSession } from '../../src/sessions/fork-session.ts';
import { latestSession, listSessions } from '../../src/sessions/list-sessions.ts';
import { newSession } from '../../src/sessions/new-session.ts';
import { removeSession } from '../../src/sessions/remove-session.ts';

const program = fileURLToPath(new URL('./fixtures/converse.ts', import.meta.url));

function converse(directory: string): { readonly child: ChildProcess; readonly said: Promise<unknown[]> } {
  const child = fork(program, [directory], { execArgv: ['--conditions=sluice-source'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, said: once(child, 'message') };
}

async function messagesOf(directory: string) {
  const { entries, setAside } = await readJournal(directory);
  const { messages } = await readConversation(entries, createFileStore({ directory }));
  expect(checkRequest(messages)).toEqual([]);
  return { roles: messages.map(({ role }) => role), last: messages.at(-1)?.content, setAside };
}

it('a session is one process at a time; killed in mid-answer it goes on, and its fork begins at its last whole message', async () => {
  const state = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-state-')));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const made = newSession({ state, cwd: '/work' });
  if (!made.ok) throw new Error(made.message);
  const { session } = made;
  const { directory } = session;
  const first = converse(directory);
  expect(await first.said).toEqual(['begun', undefined]);
  expect(await converse(directory).said).toEqual([
    `The session in ${directory} is in use by process ${first.child.pid}.`,
    undefined,
  ]);
  expect(journalHolder(directory)?.pid).toBe(first.child.pid);
  expect(await removeSession(session)).toContain(`in use by process ${first.child.pid}`);

  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(journalHolder(directory)).toBeUndefined();
  appendFileSync(join(directory, 'journal.jsonl'), '{"v":9,"type":"foreign"}\n{"v":1,"time":1,"type":"us');

  expect(await messagesOf(directory)).toMatchObject({
    roles: ['user', 'assistant', 'user', 'assistant', 'user'],
    last: [{ type: 'tool_result', tool_use_id: 'a', is_error: true }],
    setAside: 2,
  });
  const forked = await forkSession(state, session);
  if (!forked.ok) throw new Error(forked.message);
  expect(latestSession(state, '/work')?.id).toBe(forked.session.id);
  expect(await messagesOf(forked.session.directory)).toMatchObject({
    roles: ['user', 'assistant', 'user'],
    last: [{ type: 'text', text: 'second' }],
    setAside: 0,
  });
  expect(await removeSession(session)).toBeUndefined();
  expect(listSessions(state).map(({ id }) => id)).toEqual([forked.session.id]);
  expect((await messagesOf(forked.session.directory)).roles).toHaveLength(3);
});
