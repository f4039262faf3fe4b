import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '@sluice/core';
import { createFileStore, openJournal } from '@sluice/host';
import { mountSmallDisk, type SmallDisk } from '../../../host/test/fixtures/small-disk.ts';
import { createConversation } from '../../src/conversation/create-conversation.ts';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import { forkSession } from '../../src/sessions/fork-session.ts';
import { listSessions } from '../../src/sessions/list-sessions.ts';
import { newSession } from '../../src/sessions/new-session.ts';
import { projectDirectory } from '../../src/sessions/project-directory.ts';

const probe = mountSmallDisk(64);
probe?.dispose();

describe.skipIf(probe === undefined)('a session on a disk that is full', () => {
  let disk: SmallDisk;
  beforeEach(() => {
    const mounted = mountSmallDisk(64);
    if (mounted === undefined) throw new Error('mounting worked a moment ago');
    disk = mounted;
  });
  afterEach(() => {
    disk.dispose();
  });

  it('says at once what it could not keep, and keeps on from where there is room again', async () => {
    const made = newSession({ state: disk.path, cwd: '/work' });
    if (!made.ok) throw new Error(made.message);
    const { directory } = made.session;
    const opened = openJournal({ directory });
    if (!opened.ok) throw new Error(opened.message);
    const { journal } = opened;
    const store = createFileStore({ directory });
    const conversation = createConversation({ journal, store, clock: systemClock });
    const say = (text: string) => conversation.addUser([{ type: 'text', text }], 'person');
    expect(await say('one')).toBeUndefined();
    expect(await say('x'.repeat(100_000))).toMatch(/could not be written.*No space/);
    disk.fill();
    expect(await say('y'.repeat(5000))).toMatch(/could not be written.*ENOSPC/);
    expect(newSession({ state: disk.path, cwd: '/other' })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/ENOSPC/),
    });
    expect(readdirSync(projectDirectory(disk.path, '/other'))).toEqual([]);
    expect(await forkSession(disk.path, made.session)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/can't be forked \(.*ENOSPC/),
    });
    disk.empty();
    expect(await say('two')).toBeUndefined();
    const { entries } = await journal.read();
    const { messages } = await readConversation(entries, store);
    expect(messages[0]?.content.map((block) => block.type === 'text' && block.text.slice(0, 25))).toEqual([
      'one',
      '(The content could not be',
      'two',
    ]);
    journal.close();
    expect(listSessions(disk.path).map(({ id }) => id)).toEqual([made.session.id]);
    expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
