import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '@sluice/core';
import { createFileStore, openJournal } from '@sluice/host';
import { expect, it } from 'vitest';
import { chooseWrites } from '../../../src/cli/undo/choose-writes.ts';
import { lookAt } from '../../../src/cli/undo/look-at.ts';
import { openUndo } from '../../../src/cli/undo/open-undo.ts';
import { planRestore } from '../../../src/cli/undo/plan-restore.ts';
import { takeBack } from '../../../src/cli/undo/take-back.ts';
import { scratch } from '../exec/support/scratch.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Two agents that write one file in turn; the one whose call came first writes last. */
async function sessionOfTwo() {
  const place = realpathSync(scratch());
  const [directory, path] = [join(place, 'session'), join(place, 'file')];
  const store = createFileStore({ directory });
  let now = 0;
  const open = (at: string): Journal => {
    const opened = openJournal({ directory: at });
    if (!opened.ok) throw new Error(opened.message);
    return opened.journal;
  };
  const [main, agent] = [open(directory), open(join(directory, 'agents/a1'))];
  const received = (journal: Journal): void => {
    journal.append({
      ...{ v: 1, time: (now += 1), type: 'received', messageId: 'm1', callId: 'c' },
      ...{ name: 'Write', input: { text: '{}' } },
    });
  };
  const write = async (journal: Journal, text: string): Promise<void> => {
    const before = readFileSync(path, 'utf8');
    const kept = await store.putBytes(Buffer.from(before));
    if (!kept.ok) throw new Error(kept.message);
    const { hash, bytes, path: keptAt } = kept.file;
    journal.append({
      ...{ v: 1, time: (now += 1), type: 'wrote', messageId: 'm1', callId: 'c', path },
      ...{ before: { hash, bytes, mode: 0o644, path: keptAt }, afterHash: hashOf(text) },
    });
    writeFileSync(path, text);
    journal.append({
      ...{ v: 1, time: (now += 1), type: 'settled', messageId: 'm1', callId: 'c', outcome: 'ok' },
      ...{ isError: false, content: { text: '""' }, record: {} },
    });
  };
  writeFileSync(path, 'begin');
  received(main);
  received(agent);
  await write(agent, 'by the agent');
  await write(main, 'by the main one');
  for (const journal of [main, agent]) journal.close();
  return { directory, path };
}

async function undoLast(directory: string): Promise<void> {
  const opened = await openUndo(directory, true);
  if (!opened.ok || opened.session.journal === undefined) throw new Error('It could not be opened.');
  const { writes, journal } = opened.session;
  const chosen = chooseWrites(writes, {});
  const { files } = await lookAt(chosen.map(({ path }) => path));
  const hashes = new Map([...files].map(([path, { hash }]) => [path, hash]));
  for (const plan of planRestore(chosen, writes, hashes)) {
    expect(plan.status).toBe('restore');
    expect(await takeBack(directory, journal, plan, hashes.get(plan.path))).toMatchObject({ ok: true });
  }
  journal.close();
}

it('writes of all agents of a session are undone, in the order in which they were made', async () => {
  const { directory, path } = await sessionOfTwo();
  const listed = async () => {
    const opened = await openUndo(directory, false);
    if (!opened.ok) throw new Error(opened.message);
    return opened.session.writes.map(({ messageId, toolName }) => `${toolName} of ${messageId}`);
  };
  expect(await listed()).toEqual(['Write of a1/m1', 'Write of m1']);
  await undoLast(directory);
  expect(readFileSync(path, 'utf8')).toBe('by the agent');
  expect(await listed()).toEqual(['Write of a1/m1']);
  await undoLast(directory);
  expect(readFileSync(path, 'utf8')).toBe('begin');
  expect(await listed()).toEqual([]);
});
