/**
 * Prints how many bytes of the old generation a run, a message of a program or a decision takes.
 *
 * node --conditions=sluice-source --expose-gc old-generation.ts 'a run'
 */
import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import type { Journal, Runtime } from '../../src/index.ts';
import { createKit, FREE, toolOf } from '../support/kit.ts';

const CALLS = 2000;

const keepsNothing: Journal = {
  append: () => ({ ok: true }),
  read: async () => ({ entries: [], setAside: 0 }),
  close() {},
};

const ROUNDS: Readonly<Record<string, (runtime: Runtime, number: number) => Promise<unknown>>> = {
  'a run': async (runtime, number) => {
    const events = runtime.run([{ id: `c${number}`, name: 'Read', input: {} }])[Symbol.asyncIterator]();
    while ((await events.next()).done !== true);
  },
  'a message of a program': async (runtime) => {
    const message = runtime.openMessage();
    const { result } = message.add({ id: 'one', name: 'Read', input: {} });
    await message.end();
    await result;
  },
  'a decision': (runtime) => runtime.decide({ name: 'Read', input: {} }),
};

const round = ROUNDS[process.argv[2] ?? ''];
if (round === undefined) throw new Error(`One of: ${Object.keys(ROUNDS).join(', ')}.`);
const { runtime } = createKit([toolOf('Read', FREE)], { journal: keepsNothing });
const rounds = async (): Promise<void> => {
  for (let number = 0; number < CALLS; number += 1) {
    await round(runtime, number);
    await turn();
  }
};
await rounds();
collect('major');
const before = oldBytes();
await rounds();
// What is still young has been promoted after two.
collect('minor');
collect('minor');
console.log((oldBytes() - before) / CALLS);

function collect(type: 'major' | 'minor'): void {
  const collectGarbage: unknown = Reflect.get(globalThis, 'gc');
  if (typeof collectGarbage !== 'function') throw new Error('Start it with --expose-gc.');
  collectGarbage({ type });
}

function oldBytes(): number {
  const old = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space');
  return old?.space_used_size ?? 0;
}
