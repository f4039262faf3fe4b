import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createProcessSession } from '../../src/index.ts';
import { temporaryDirectory } from '../helpers.ts';

/** No pause ends by itself, only by what makes it pointless. */
vi.mock(import('node:timers/promises'), async (original) => ({
  ...(await original()),
  setTimeout: (_ms: unknown, _value: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('The pause is over.')));
    }),
}));

it('that a canceled command has ended is seen when its shell ends, not after a pause', async () => {
  const directory = temporaryDirectory();
  const session = createProcessSession();
  try {
    const abort = new AbortController();
    const running = session.run({
      command: ': >ready; exec sleep 1000',
      ...{ cwd: directory.path, outputPath: join(directory.path, 'output'), signal: abort.signal },
    });
    await expect.poll(() => existsSync(join(directory.path, 'ready'))).toBe(true);
    abort.abort();
    expect(await running).toMatchObject({ end: { status: 'cancelled' }, remaining: [] });
  } finally {
    await session.dispose();
    directory.dispose();
  }
});
