import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPermissionState } from '@sluice/core';
import { expect, it } from 'vitest';
import { SessionWorktree } from '../../src/worktree/session-worktree.ts';
import { WorktreeRecord } from '../../src/worktree/worktree-record.ts';
import { git, repository } from './support.ts';

const NEVER = new AbortController().signal;

function session(cwd: string, recordPath?: string) {
  const state = createPermissionState({ mode: 'default', workingDirectories: [cwd] });
  const problems: string[] = [];
  const record = new WorktreeRecord(recordPath, (problem) => problems.push(problem));
  const hooks = { dispatcher: () => undefined };
  const port = new SessionWorktree({ permission: { state }, hooks, cwd, record });
  const call = { cwd, signal: NEVER, agent: undefined };
  return {
    ...{ state, port, problems },
    enter: (which: { readonly name?: string; readonly path?: string } = {}) =>
      port.enter({ name: which.name, path: which.path }, call),
    exit: (action: 'keep' | 'remove', discardsChanges = false) =>
      port.exit({ action, discardsChanges }, call),
  };
}

it('the workspace follows into a worktree and back, and an unused one is removed with its branch', async () => {
  const root = repository();
  const { state, enter, exit } = session(root);
  const path = join(root, '.claude/worktrees/one');
  expect(await enter({ name: 'one' })).toMatchObject({
    ok: true,
    worktree: { path, branch: 'worktree-one' },
  });
  expect(state.current().workingDirectories).toEqual([path, root]);
  expect(await enter({ name: 'two' })).toMatchObject({ ok: false, code: 'in-worktree' });
  expect(await exit('remove')).toMatchObject({
    ok: true,
    left: { originalCwd: root, discarded: { files: 0, commits: 0 } },
  });
  expect([existsSync(path), git(root, 'branch', '--list', 'worktree-one')]).toEqual([false, '']);
  expect(state.current().workingDirectories).toEqual([root]);
  expect(await exit('keep')).toMatchObject({ ok: false, code: 'not-in-worktree' });
});

it('removing refuses to lose changes and commits, and counts them if it is to', async () => {
  const root = repository();
  const { enter, exit } = session(root);
  const path = join(root, '.claude/worktrees/one');
  await enter({ name: 'one' });
  git(path, 'commit', '-q', '--allow-empty', '-m', 'x');
  git(path, 'checkout', '-q', '--detach');
  git(path, 'commit', '-q', '--allow-empty', '-m', 'y');
  writeFileSync(join(path, 'new.txt'), '');
  writeFileSync(join(path, 'a.txt'), 'other');
  expect(await exit('remove')).toMatchObject({
    ok: false,
    code: 'work-would-be-lost',
    message: expect.stringContaining('2 uncommitted files and 2 commits that no other branch has'),
  });
  expect([existsSync(join(path, 'new.txt')), git(path, 'rev-list', '--count', 'HEAD')]).toEqual([true, '3']);
  expect(await exit('remove', true)).toMatchObject({ left: { discarded: { files: 2, commits: 2 } } });
  expect(existsSync(path)).toBe(false);
});

it('an existing worktree is entered by its path, outside .claude/worktrees only if the user agrees, and never removed', async () => {
  const root = repository();
  const beside = join(root, 'beside');
  git(root, 'worktree', 'add', '-q', beside);
  const { port, enter, exit } = session(root);
  expect(port.whyAsk('beside', root)).toContain('outside .claude/worktrees');
  mkdirSync(join(root, '.claude/worktrees'), { recursive: true });
  symlinkSync(beside, join(root, '.claude/worktrees/link'));
  expect(port.whyAsk('.claude/worktrees/link', root)).toContain('outside .claude/worktrees');
  git(root, 'worktree', 'add', '-q', '.claude/worktrees/in');
  expect(port.whyAsk('.claude/worktrees/in', root)).toBeUndefined();
  for (const path of ['.', 'src', '/nowhere']) {
    // One after the other: the session is in one worktree at a time.
    // oxlint-disable-next-line no-await-in-loop
    expect(await enter({ path })).toMatchObject({
      ok: false,
      message: expect.stringContaining('is not a linked'),
    });
  }
  expect(await port.whyNot('src', root)).toContain('is not a linked worktree of this repository');
  expect(await port.whyNot('/nowhere', root)).toContain('is not a linked worktree');
  expect(await port.whyNot('beside', root)).toBeUndefined();
  expect(await enter({ path: 'beside' })).toMatchObject({ ok: true, worktree: { path: beside } });
  expect(await exit('remove', true)).toMatchObject({ ok: false, code: 'not-made-here' });
  expect(await exit('keep')).toMatchObject({ ok: true, left: { path: beside } });
});

it('a session that ends in a worktree keeps it, unlocked', async () => {
  const root = repository();
  const { port, enter } = session(root);
  await enter({ name: 'one' });
  await port.close();
  expect(existsSync(join(root, '.claude/worktrees/one/a.txt'))).toBe(true);
  expect(git(root, 'worktree', 'list', '--porcelain')).not.toContain('locked');
});

it('a sub-agent takes the session nowhere', async () => {
  const root = repository();
  const { port } = session(root);
  const call = { cwd: root, signal: NEVER, agent: { id: 'a', type: 'Explore', parentCallId: undefined } };
  expect(await port.enter({ name: 'one', path: undefined }, call)).toMatchObject({ code: 'in-sub-agent' });
});

it('git works in its own repository, whatever the environment says', async () => {
  const root = repository();
  const other = repository();
  const odd = {
    GIT_DIR: join(other, '.git'),
    GIT_OBJECT_DIRECTORY: join(other, 'objects'),
    GIT_NAMESPACE: 'elsewhere',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.worktree',
    GIT_CONFIG_VALUE_0: other,
    GIT_CONFIG_PARAMETERS: "'core.bare'='true'",
    GIT_CEILING_DIRECTORIES: root,
    GIT_LITERAL_PATHSPECS: '1',
  };
  Object.assign(process.env, odd);
  try {
    const { enter, exit } = session(root);
    expect(await enter({ name: 'one' })).toMatchObject({ ok: true });
    expect(await exit('keep')).toMatchObject({ ok: true });
  } finally {
    for (const name of Object.keys(odd)) Reflect.deleteProperty(process.env, name);
  }
  expect(git(root, 'rev-parse', 'worktree-one')).toBe(git(root, 'rev-parse', 'HEAD'));
  expect(existsSync(join(other, 'objects'))).toBe(false);
});

/** A session that has entered a worktree and ended, as its record tells. */
async function ended(which: { readonly name?: string; readonly path?: string }) {
  const root = repository();
  const record = join(root, '.git/record.json');
  const before = session(root, record);
  const entered = await before.enter(which);
  if (!entered.ok) throw new Error(entered.message);
  const { path } = entered.worktree;
  return { root, record, path, before, close: () => before.port.close() };
}

it('a resumed session goes on in the worktree that it ended in, and can still leave and remove it', async () => {
  const { root, record, path, close } = await ended({ name: 'team/one' });
  await close();
  const { port, state, exit } = session(root, record);
  expect(await port.resume()).toMatchObject({
    directory: path,
    notice: `The session continues in the worktree ${path}, where it was when it ended.`,
    text: expect.stringContaining(`You work in a git worktree, ${path}, on the branch worktree-team/one`),
  });
  expect(state.current().workingDirectories).toEqual([path, root]);
  expect(git(root, 'worktree', 'list', '--porcelain')).toContain('locked');
  expect(await exit('remove')).toMatchObject({ ok: true, left: { originalCwd: root } });
  expect([existsSync(path), git(root, 'branch', '--list', 'worktree-team/one')]).toEqual([false, '']);
  expect(await session(root, record).port.resume()).toBeUndefined();
});

it('a session that has left its worktree is resumed where it was opened', async () => {
  const { root, record, before } = await ended({ name: 'one' });
  await before.exit('keep');
  expect(await session(root, record).port.resume()).toBeUndefined();
});

it('a worktree that was entered by its path is entered again, and not removed', async () => {
  const root = repository();
  const [beside, record] = [join(root, 'beside'), join(root, '.git/record.json')];
  git(root, 'worktree', 'add', '-q', beside);
  const before = session(root, record);
  await before.enter({ path: beside });
  await before.port.close();
  const { port, exit } = session(root, record);
  expect(await port.resume()).toMatchObject({ directory: beside });
  expect(await exit('remove', true)).toMatchObject({ ok: false, code: 'not-made-here' });
});

it.each([
  ['it is gone', 'that directory is gone', (path: string) => rmSync(path, { recursive: true })],
  [
    'a link is in its place',
    'leads to',
    (path: string) => {
      renameSync(path, `${path}-moved`);
      symlinkSync(`${path}-moved`, path);
    },
  ],
  [
    'git does not list it any more',
    'is not a linked worktree',
    (path: string, root: string) => {
      rmSync(path, { recursive: true });
      git(root, 'worktree', 'prune');
      mkdirSync(path);
    },
  ],
])('a session says why it does not go on in its worktree: %s', async (_, why, change) => {
  const { root, record, path, close } = await ended({ name: 'one' });
  await close();
  change(path, root);
  const { port, state } = session(root, record);
  const resumed = await port.resume();
  expect(resumed).toMatchObject({
    directory: root,
    text: expect.stringContaining(`You work in ${root} now`),
  });
  expect(resumed?.notice).toContain(`The session was in the worktree ${path} when it ended. It continues in`);
  expect(resumed?.notice).toContain(why);
  expect(state.current().workingDirectories).toEqual([root]);
});

it('a worktree that another session works in is left to it, and taken once that has ended', async () => {
  const { root, record, path, close } = await ended({ name: 'one' });
  const other = session(root, record);
  expect(await other.port.resume()).toMatchObject({
    directory: root,
    notice: expect.stringContaining('another session is working in it'),
  });
  await close();
  expect(await session(root, record).port.resume()).toMatchObject({ directory: path });
});

it('a session that is resumed elsewhere stays there, and one resumed inside its worktree needs no word', async () => {
  const { root, record, path, close } = await ended({ name: 'one' });
  await close();
  const elsewhere = join(root, 'src');
  expect(await session(elsewhere, record).port.resume()).toMatchObject({
    directory: elsewhere,
    notice: expect.stringContaining(`it was resumed here, not in ${root}`),
  });
  expect(await session(path, record).port.resume()).toBeUndefined();
});

it.each(['', '{', '[]', 'null', '{"v":1,"path":"relative"}', '{"__proto__":{"path":"/"}}'])(
  'a record that is damaged is not a worktree: %j',
  async (text) => {
    const { root, record, close } = await ended({ name: 'one' });
    await close();
    writeFileSync(record, text);
    expect(await session(root, record).port.resume()).toBeUndefined();
  },
);

it('a record that can not be written is told, and the worktree is entered', async () => {
  const root = repository();
  const { enter, problems } = session(root, join(root, 'nowhere/record.json'));
  expect(await enter({ name: 'one' })).toMatchObject({ ok: true });
  expect(problems).toEqual([expect.stringContaining("so a resumed session won't find it")]);
});
