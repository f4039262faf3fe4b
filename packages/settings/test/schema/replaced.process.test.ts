import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSettings, setting } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const SCRIPT = fileURLToPath(new URL('../fixtures/replace-settings.ts', import.meta.url));
const SHORT = JSON.stringify({ model: 'short' });
const LONG = JSON.stringify({ model: 'long', filler: 'x'.repeat(100_000) });

/** Has another process write the file all the time while `work` is done. */
async function whileReplaced<Result>(how: string, work: () => Result): Promise<Result> {
  const path = scratch.write('home/.sluice/settings.json', SHORT);
  const child = spawn(process.execPath, [SCRIPT, path, how, SHORT, LONG], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    return work();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** Reads until both states were met, so that the file was replaced in between. */
function readOften(): { readonly models: ReadonlySet<unknown>; readonly codes: ReadonlySet<string> } {
  const models = new Set<unknown>();
  const codes = new Set<string>();
  for (let reads = 0; reads < 300 || !(models.has('short') && models.has('long')); reads += 1) {
    const loaded = loadSettings(scratch.options);
    for (const { code } of loaded.problems) codes.add(code);
    if (loaded.problems.length === 0) models.add(setting(loaded, 'model')?.value);
  }
  return { models, codes };
}

it('a file that is replaced by renaming is read as one state or the other', async () => {
  const { models, codes } = await whileReplaced('rename', readOften);
  expect(models).toEqual(new Set(['short', 'long']));
  expect(codes).toEqual(new Set());
});

it('a file that is written over is read whole, or told of', async () => {
  const { models, codes } = await whileReplaced('in-place', readOften);
  expect([...models].every((model) => model === 'short' || model === 'long')).toBe(true);
  expect([...codes].every((code) => code === 'syntax')).toBe(true);
});
