import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from '../../src/index.ts';
import { startHolder } from '../fixtures/holder.ts';
import type { Holder } from '../fixtures/holder.ts';
import { makeScratch } from '../scratch.ts';

let scratch: ReturnType<typeof makeScratch>;
let holders: Holder[];
beforeEach(() => {
  scratch = makeScratch();
  holders = [];
});
afterEach(async () => {
  await Promise.all(holders.map((holder) => holder.kill()));
  scratch.dispose();
});

async function start(count: number): Promise<Holder[]> {
  const started = await Promise.all(Array.from({ length: count }, () => startHolder(scratch.path)));
  holders.push(...started);
  return started;
}

async function startOne(): Promise<Holder> {
  const [holder] = await start(1);
  if (holder === undefined) throw new Error('no holder');
  return holder;
}

it('tells the second process who holds the journal', async () => {
  const holder = await startOne();
  expect((await holder.open()).code).toBe('ok');
  expect(openJournal({ directory: scratch.path })).toMatchObject({
    code: 'locked',
    holder: { pid: holder.pid },
  });
});

it('gives the journal to the next when it is closed', async () => {
  const holder = await startOne();
  await holder.open();
  await holder.close();
  const next = await startOne();
  expect((await next.open()).code).toBe('ok');
});

it('takes the lock of a killed holder over', async () => {
  const holder = await startOne();
  await holder.open();
  await holder.kill();
  expect(readdirSync(scratch.path)).toContain('journal.lock');
  const next = await startOne();
  expect((await next.open()).code).toBe('ok');
});

it('has one winner among many takers, whether the lock is free or stale', async () => {
  const rounds = 5;
  for (let round = 0; round < rounds; round += 1) {
    const takers = await start(6);
    const answers = await Promise.all(takers.map((taker) => taker.open()));
    const winners = takers.filter((_, index) => answers[index]?.code === 'ok');
    expect(winners).toHaveLength(1);
    for (const { code } of answers) expect(['ok', 'locked']).toContain(code);
    // The lock that the last round's winner left is the next round's stale one.
    await Promise.all(takers.map((taker) => taker.kill()));
  }
  const files = readdirSync(scratch.path).filter((name) => name !== 'journal.jsonl');
  expect(files).toEqual(['journal.head', 'journal.lock']);
});

it('never has two inside, while holders die and give back at random', async () => {
  const script = fileURLToPath(new URL('../fixtures/contend-lock.ts', import.meta.url));
  const chain = async (processes: number): Promise<void> => {
    for (let left = processes; left > 0; left -= 1) {
      const args = [script, scratch.path, '40', left > 1 ? 'die' : 'release'];
      const child = spawn(process.execPath, ['--conditions=sluice-source', '--no-warnings', ...args]);
      const [code, signal]: readonly unknown[] = await once(child, 'exit');
      expect([code, signal]).toEqual(left > 1 ? [null, 'SIGKILL'] : [0, null]);
    }
  };
  await Promise.all([chain(8), chain(8), chain(8)]);
  expect(readdirSync(scratch.path)).toEqual([]);
});
