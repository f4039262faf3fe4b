import { expect, it } from 'vitest';
import { createMemoryStore } from '../../src/ports/memory/memory-store.ts';
import { describeStore } from '../conformance/store.ts';

describeStore('memory store', () => {
  const store = createMemoryStore();
  return {
    store,
    write: (path, text) => store.write(path, text),
    bytesAt: (path) => store.bytes.get(path),
    dispose: () => {},
  };
});

it.each(['full', 'unwritable'] as const)('is %s while a test wants it so', async (code) => {
  const store = createMemoryStore();
  const kept = await store.put('kept');
  store.breakWith(code);
  expect(await store.put('new')).toMatchObject({ ok: false, code });
  expect(await store.putBytes(Buffer.from('new'))).toMatchObject({ ok: false, code });
  expect(store.allocate('call')).toMatchObject({ ok: false, code });
  if (!kept.ok) throw new Error(kept.message);
  expect(await store.get(kept.file.path)).toBe('kept');
  store.breakWith(undefined);
  expect(await store.put('new')).toMatchObject({ ok: true });
});
