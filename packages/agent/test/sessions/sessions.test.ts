import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '@sluice/host';
import { findSession } from '../../src/sessions/find-session.ts';
import { latestAnsweredSession, latestSession, listSessions } from '../../src/sessions/list-sessions.ts';
import { newSession, type NewSession } from '../../src/sessions/new-session.ts';
import { projectDirectory } from '../../src/sessions/project-directory.ts';
import { removeOldSessions } from '../../src/sessions/remove-old-sessions.ts';
import { removeSession } from '../../src/sessions/remove-session.ts';
import { stateDirectory } from '../../src/sessions/state-directory.ts';
import { titleOf, type StoredSession } from '../../src/sessions/session-info.ts';
import { updateSession } from '../../src/sessions/update-session.ts';

const ID = '01234567-89ab-4cde-8f01-23456789abcd';
const DAY_MS = 86_400_000;

let scratch: string;
let state: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'sluice-sessions-'));
  state = join(scratch, 'state');
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

function made(options: Partial<NewSession> = {}): StoredSession {
  const result = newSession({ state, cwd: '/work', ...options });
  if (!result.ok) throw new Error(result.message);
  return result.session;
}

function setUsed({ directory }: StoredSession, time: number): void {
  for (const name of readdirSync(directory)) utimesSync(join(directory, name), time / 1000, time / 1000);
}

describe('the state directory', () => {
  it.each([
    ['the variable of Sluice', { SLUICE_STATE_DIR: '/s', XDG_STATE_HOME: '/x' }, '/s'],
    ['that of the system', { SLUICE_STATE_DIR: '', XDG_STATE_HOME: '/x' }, '/x/sluice'],
    ['a relative one of the system does not count', { XDG_STATE_HOME: 'x' }, '/home/u/.local/state/sluice'],
    ['neither', {}, '/home/u/.local/state/sluice'],
  ])('%s', (_title, env, expected) => {
    expect(stateDirectory(env, '/home/u')).toBe(expected);
  });
});

describe('the place of a session', () => {
  it.each([
    ['/srv/my project', /\/my-project-[\da-f]{32}$/],
    ['/', /\/root-[\da-f]{32}$/],
    ['/srv/..hidden', /\/hidden-[\da-f]{32}$/],
    ['/srv/a\nb\u001b[31m', /\/a-b--31m-[\da-f]{32}$/],
    [`/srv/${'long'.repeat(75)}`, /\/(long){10}-[\da-f]{32}$/],
    ['/srv/größe', /\/gr--e-[\da-f]{32}$/],
  ])('of %j', (cwd, expected) => {
    expect(projectDirectory('/s', cwd)).toMatch(expected);
    expect(newSession({ state, cwd })).toMatchObject({ ok: true, session: { cwd } });
    expect(listSessions(state, cwd)).toHaveLength(1);
  });

  it('is not shared by directories whose names look the same', () => {
    made({ cwd: '/one/a b' });
    made({ cwd: '/one/a-b' });
    made({ cwd: '/two/a-b' });
    const directories = ['/one/a b', '/one/a-b', '/two/a-b'];
    expect(directories.map((cwd) => listSessions(state, cwd).length)).toEqual([1, 1, 1]);
    expect(new Set(directories.map((cwd) => projectDirectory(state, cwd))).size).toBe(3);
    expect(listSessions(state)).toHaveLength(3);
  });

  it('is for its owner alone, and says whose it is', () => {
    const session = made({ id: ID, prompt: '  Fix\n\tthe  bug ', model: 'some/model' });
    expect(statSync(session.directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(session.directory, 'session.json')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(session.directory, 'session.json'), 'utf8'))).toMatchObject({
      id: ID,
      cwd: '/work',
      title: 'Fix',
      model: 'some/model',
    });
    expect(readdirSync(session.directory)).toEqual(['session.json']);
  });

  it.each([
    ['nothing', '  \n', undefined],
    ['the first line that says something', '\n  Fix\tit:\n\n{"a": 1}\n', 'Fix it:'],
    ['the line after attached files', '@/work/a.ts\n@b.md\nFix it.', 'Fix it.'],
    ['a line that begins with a file', '@a.ts has a bug\nFix it.', '@a.ts has a bug'],
    ['an attached file, if there is nothing else', '@a.ts\n', '@a.ts'],
    ['half a character', 'a\ud800', 'a\ufffd'],
    ['a long prompt', 'x'.repeat(5000), `${'x'.repeat(199)}…`],
  ])('has a title made of %s', (_title, prompt, expected) => {
    expect(titleOf(prompt)).toBe(expected);
  });

  it('is refused where it can not be made', () => {
    writeFileSync(join(scratch, 'file'), '');
    expect(newSession({ state: join(scratch, 'file', 'state'), cwd: '/work' })).toEqual({
      ok: false,
      message: expect.stringMatching(/can't be saved in .*\(E[A-Z]+: .*SLUICE_STATE_DIR/),
    });
  });

  it('is refused where no one may write, root neither', () => {
    expect(newSession({ state: '/proc/self/state', cwd: '/work' })).toMatchObject({ ok: false });
  });

  it.each([
    ['no UUID', 'today', /"today" is not a valid session id: use a UUID/],
    ['a path', '../../etc', /is not a valid session id/],
    ['taken', ID, /Session .* already exists\. Resume it \(--resume/],
    ['taken, in capitals', ID.toUpperCase(), /already/],
  ])('is refused to an id that is %s', (_title, id, message) => {
    made({ id: ID, cwd: '/elsewhere' });
    expect(newSession({ state, cwd: '/work', id })).toEqual({
      ok: false,
      message: expect.stringMatching(message),
    });
    expect(listSessions(state)).toHaveLength(1);
  });
});

describe('sessions', () => {
  it('are listed with the last used first', () => {
    const [first, second, third] = [made(), made(), made({ cwd: '/other' })];
    setUsed(first, Date.now() + 2000);
    setUsed(second, Date.now() - 2000);
    expect(listSessions(state).map(({ id }) => id)).toEqual([first.id, third.id, second.id]);
    expect(latestSession(state, '/work')?.id).toBe(first.id);
    expect(latestSession(state, '/nowhere')).toBeUndefined();
  });

  it('without an answer of the model are not the latest to go on with while another one has an answer', async () => {
    const [answered, failed] = [made(), made()];
    const latest = async () => (await latestAnsweredSession(state, '/work'))?.id;
    setUsed(answered, Date.now() - 2000);
    expect(await latest()).toBe(failed.id);
    writeFileSync(join(answered.directory, 'journal.jsonl'), '{"message":{"type":"assistant"}}\n');
    setUsed(answered, Date.now() - 2000);
    expect(await latest()).toBe(answered.id);
    expect(await latestAnsweredSession(state, '/nowhere')).toBeUndefined();
  });

  it('leave out what is none: links, foreign files, another name, another directory', () => {
    const session = made();
    const project = dirname(session.directory);
    symlinkSync(session.directory, join(project, '11111111-1111-4111-8111-111111111111'));
    writeFileSync(join(project, 'notes.txt'), '');
    for (const [name, info] of [
      ['other-name', { id: ID, cwd: '/work', createdAt: 1 }],
      [ID, { id: ID, cwd: '/copied/from/elsewhere', createdAt: 1 }],
      ['22222222-2222-4222-8222-222222222222', 'not an object'],
    ] as const) {
      mkdirSync(join(project, name));
      writeFileSync(join(project, name, 'session.json'), JSON.stringify(info));
    }
    expect(listSessions(state, '/work').map(({ id }) => id)).toEqual([session.id]);
  });

  it('are found by id, by its beginning, and by title, from anywhere', () => {
    const one = made({ id: ID, prompt: 'Fix it' });
    made({ id: `0123${ID.slice(4, -1)}e`, prompt: 'Same' });
    made({ prompt: 'Same' });
    const find = (wanted: string) => {
      const found = findSession(state, wanted);
      return found.ok ? found.session.id : found.message;
    };
    expect(find(ID.toUpperCase())).toBe(one.id);
    expect(find('fix IT')).toBe(one.id);
    expect(find('0123')).toMatch(/"0123" matches 2 sessions: .*Give more of the id/);
    expect(find('same')).toMatch(/matches 2 sessions/);
    expect(find('012')).toMatch(/There is no session "012"/);
    expect(find('')).toMatch(/There is no session ""/);
  });

  it('get their title from the first words, and the model that spoke last', () => {
    const session = made();
    const named = updateSession(session, { prompt: 'First words', model: 'one/model' });
    const later = named.ok && updateSession(named.session, { prompt: 'Other words', model: 'two/model' });
    const expected = { title: 'First words', model: 'two/model' };
    expect(later).toMatchObject({ ok: true, session: expected });
    expect(latestSession(state, '/work')).toMatchObject(expected);
    rmSync(session.directory, { recursive: true });
    expect(updateSession(session, { prompt: 'x' })).toEqual({
      ok: false,
      message: expect.stringMatching(/could not be saved \(ENOENT/),
    });
    expect(updateSession(session, {})).toEqual({ ok: true, session });
  });

  it('are removed with all that they keep, but not while a process works in them', async () => {
    const session = made();
    const opened = openJournal({ directory: session.directory });
    expect(await removeSession(session)).toMatch(
      new RegExp(`in use by process ${process.pid}; end that process first`),
    );
    if (opened.ok) opened.journal.close();
    expect(await removeSession(session)).toBeUndefined();
    expect(existsSync(dirname(session.directory))).toBe(false);
  });
});

describe('sessions that are no longer kept', () => {
  const now = Date.now() + 100 * DAY_MS;
  const clean = (days: number, at = now) => removeOldSessions({ state, days, now: at });

  it('go, the others stay, once a day', async () => {
    const [old, recent, held] = [made(), made(), made()];
    setUsed(old, now - 31 * DAY_MS);
    setUsed(recent, now - 29 * DAY_MS);
    const opened = openJournal({ directory: held.directory });
    setUsed(held, now - 50 * DAY_MS);
    expect(await clean(30)).toBe(1);
    expect(listSessions(state).map(({ id }) => id)).toEqual([recent.id, held.id]);
    if (opened.ok) opened.journal.close();
    expect(await clean(30, now + DAY_MS - 1)).toBe(0);
    expect(await clean(30, now + 2 * DAY_MS)).toBe(2);
    expect(listSessions(state)).toEqual([]);
  });

  it('with 0 days are all that no one works in, but not one that has just been made', async () => {
    const [ended, fresh] = [made(), made()];
    setUsed(ended, now - 2 * 3_600_000);
    setUsed(fresh, now - 1000);
    expect(await clean(0)).toBe(1);
    expect(listSessions(state).map(({ id }) => id)).toEqual([fresh.id]);
  });

  it('are only those of a directory where that alone was said', async () => {
    const [own, other] = [made(), made({ cwd: '/other' })];
    for (const session of [own, other]) setUsed(session, now - 31 * DAY_MS);
    expect(await removeOldSessions({ state, days: 30, cwd: '/work', now })).toBe(1);
    expect(listSessions(state).map(({ id }) => id)).toEqual([other.id]);
    expect(existsSync(dirname(own.directory))).toBe(false);
    expect(await clean(30)).toBe(1);
  });

  it('never are what is not ours', async () => {
    const project = dirname(made().directory);
    mkdirSync(join(project, 'mine'));
    writeFileSync(join(project, 'mine', 'notes'), 'keep');
    writeFileSync(join(project, 'file'), 'keep');
    mkdirSync(join(project, '.removed-x'));
    expect(await clean(30)).toBe(1);
    expect(readdirSync(project).toSorted()).toEqual(['file', 'mine']);
    expect(await removeOldSessions({ state: join(scratch, 'none'), days: 30 })).toBe(0);
  });

  it('leave what links lead to, and odd entries stop nothing', async () => {
    const own = join(scratch, 'own');
    mkdirSync(own);
    for (const name of ['notes', 'journal']) writeFileSync(join(own, name), 'keep');
    const [old, foreign] = [made(), made()];
    const project = dirname(old.directory);
    symlinkSync('.removed-loop', join(project, '.removed-loop'));
    symlinkSync(own, join(project, '.removed-own'));
    symlinkSync('/nowhere/at/all', join(project, '.removed-nothing'));
    symlinkSync(own, join(old.directory, 'outputs'));
    symlinkSync(join(own, 'journal'), join(foreign.directory, 'journal.jsonl'));
    expect(listSessions(state).map(({ id }) => id)).toEqual([old.id]);
    expect(await clean(30)).toBe(1);
    expect(readdirSync(project)).toEqual([foreign.id]);
    expect(readdirSync(own).map((name) => readFileSync(join(own, name), 'utf8'))).toEqual(['keep', 'keep']);
  });

  it('are not looked for where the mark of the day leads elsewhere', async () => {
    const file = join(scratch, 'mine');
    writeFileSync(file, 'keep');
    made();
    symlinkSync(file, join(state, 'sessions', '.cleaned'));
    expect(await clean(30)).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('keep');
  });
});
