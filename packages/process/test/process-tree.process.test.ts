import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { createCommandTag, createSessionTag, tagEnvironment } from '../src/identity/process-tag.ts';
import { readProcessStat } from '../src/identity/process-stat.ts';
import { createProcessTree, findTree } from '../src/process-tree.ts';

async function sleep(env: Readonly<Record<string, string | undefined>>): Promise<ChildProcess> {
  // It says when it runs: before, its environment is that of this program.
  const child = spawn('sh', ['-c', 'echo; exec sleep 60'], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  await once(child.stdout, 'data');
  return child;
}

it('what is not part of a tree is read once, unless its number belongs to another process since', async () => {
  const tag = createCommandTag(createSessionTag(), 1);
  const tagged = tagEnvironment(process.env, tag);
  const root = await sleep(tagged);
  const [stranger, member] = [await sleep(process.env), await sleep(tagged)];
  const tree = createProcessTree(root.pid ?? 0, { tag }, false);
  const [strange = 0, own = 0] = [stranger.pid, member.pid];
  const { startTime } = readProcessStat(strange) ?? { startTime: -1 };
  const pids = (): readonly number[] => findTree(tree, 'all').map(({ pid }) => pid);
  tree.strangers.set(own, startTime - 1);
  expect(pids()).toEqual(expect.arrayContaining([root.pid, own]));
  expect(tree.strangers.get(strange)).toBe(startTime);
  // Its environment is not read again, so that a tag that it can't have would not be found.
  const taken = { ...tree, tag: 'PATH=', sessions: new Set([root.pid ?? 0]) };
  expect(findTree(taken, 'all').map(({ pid }) => pid)).not.toContain(strange);
});
