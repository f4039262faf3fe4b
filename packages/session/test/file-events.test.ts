import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fileEvents } from '../src/events/file-events.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';
import { until } from '../../sluice/test/cli/exec/support/until.ts';

/** A session with hooks of FileChanged that name these files. */
function open(names: readonly string[]) {
  const path = scratch();
  const session = { cwd: path, names, has: true };
  const changes: string[] = [];
  const told: string[] = [];
  const events = fileEvents({
    dispatcher: () => ({ has: () => session.has, fileNames: () => session.names }),
    cwd: () => session.cwd,
    fire: async (file, change) => void changes.push(`${change} ${file.slice(path.length + 1)}`),
    tell: (text) => void told.push(text),
  });
  onTestFinished(events.close);
  let count = 0;
  return {
    path,
    session,
    events,
    changes,
    told,
    write: (name: string): void => writeFileSync(join(path, name), `${(count += 1)}`),
  };
}

it('nothing is watched before the session has begun, nor after it has ended', async () => {
  const { events, write, changes } = open(['a', 'b']);
  events.add('SessionStart', []);
  write('a');
  await events.anchor();
  write('b');
  await until(() => changes[0]);
  expect(changes).toEqual(['add b']);
  events.close();
  await events.anchor();
  const other = open(['c']);
  await other.events.anchor();
  write('a');
  other.write('c');
  await until(() => other.changes[0]);
  expect(changes).toEqual(['add b']);
});

it('where no hook of FileChanged is left, nothing is watched, whatever paths were named', async () => {
  const { path, session, events, write, changes } = open(['a']);
  await events.anchor();
  events.add('CwdChanged', [join(path, 'b')]);
  session.has = false;
  await events.anchor();
  write('a');
  write('b');
  session.has = true;
  session.names = ['c'];
  await events.anchor();
  write('c');
  write('b');
  await until(() => changes[1]);
  expect(changes.toSorted()).toEqual(['add c', 'change b']);
});

it('a list of an event takes the place of its last one, and of no other event’s', async () => {
  const { path, events, write, changes } = open([]);
  for (const name of ['a', 'b', 'c']) write(name);
  await events.anchor();
  events.add('SessionStart', [join(path, 'a')]);
  events.add('CwdChanged', [join(path, 'b'), `${path}/./a`]);
  events.add('CwdChanged', [join(path, 'c')]);
  await events.anchor();
  for (const name of ['a', 'b', 'c']) write(name);
  await until(() => changes[1]);
  expect(changes.toSorted()).toEqual(['change a', 'change c']);
});

it('more files than can be watched are told, once; the first ones are', async () => {
  const { path, events, write, changes, told } = open(['a']);
  const many = Array.from({ length: 1000 }, (_, index) => join(path, `file${index}`));
  events.add('SessionStart', many);
  await events.anchor();
  await events.anchor();
  expect(told).toEqual([expect.stringMatching(/^Hooks request more than 1000 watched files/)]);
  write('file999');
  write('a');
  write('file998');
  await until(() => changes[1]);
  expect(changes).toEqual(['add a', 'add file998']);
});

it('what waits behind a hook that runs at the end is told to nobody', async () => {
  const path = scratch();
  const gate = Promise.withResolvers<void>();
  const changes: string[] = [];
  const events = fileEvents({
    dispatcher: () => ({ has: () => true, fileNames: () => ['a', 'b'] }),
    cwd: () => path,
    async fire(file, change) {
      changes.push(`${change} ${file.slice(path.length + 1)}`);
      if (file.endsWith('a')) await gate.promise;
    },
    tell: () => {},
  });
  onTestFinished(events.close);
  await events.anchor();
  writeFileSync(join(path, 'a'), '1');
  await until(() => changes[0]);
  writeFileSync(join(path, 'a'), '2');
  writeFileSync(join(path, 'b'), '1');
  await until(() => changes[1]);
  events.close();
  gate.resolve();
  await new Promise((resolve) => void setImmediate(resolve));
  expect(changes).toEqual(['add a', 'add b']);
});

it('a directory among the paths is told', () => {
  const { path, events, told } = open([]);
  mkdirSync(join(path, 'sub'));
  events.add('SessionStart', [join(path, 'sub'), join(path, 'file')]);
  expect(told).toEqual([expect.stringMatching(/sub in the "watchPaths" of a SessionStart hook is a dir/)]);
});
