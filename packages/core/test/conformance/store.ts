import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BytesWrite, ResultStore, StoredBytes, StoredFile, StoreWrite } from '@sluice/core';

export interface StoreUnderTest {
  readonly store: ResultStore;
  /** Writes as a tool that streams to an allocated path would. */
  write(path: string, text: string): void;
  /** What is kept at a path that `putBytes` gave. */
  bytesAt(path: string): Uint8Array | undefined;
  dispose(): void;
}

const runs = Number(process.env['SLUICE_RUNS'] ?? 200);

export function keptBytes(result: BytesWrite): StoredBytes {
  if (!result.ok) throw new Error(result.message);
  return result.file;
}

export function written(result: StoreWrite): StoredFile {
  if (!result.ok) throw new Error(result.message);
  return result.file;
}

/** What every result store promises. */
export function describeStore(name: string, makeStore: () => StoreUnderTest): void {
  describe(`${name}: the promises of a result store`, () => {
    let subject: StoreUnderTest;
    beforeEach(() => {
      subject = makeStore();
    });
    afterEach(() => {
      subject.dispose();
    });

    it('gives back what was put, and its size in bytes', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
          const file = written(await subject.store.put(text));
          expect(file.bytes).toBe(Buffer.byteLength(text));
          expect(await subject.store.get(file.path)).toBe(text);
        }),
        { numRuns: runs },
      );
    });

    it('makes a text with lone surrogates well-formed', async () => {
      const file = written(await subject.store.put('a\ud800b\udc00'));
      expect(await subject.store.get(file.path)).toBe('a\ufffdb\ufffd');
      expect(file.bytes).toBe(8);
    });

    it('keeps a byte order mark and line ends as they are', async () => {
      const text = '\ufeffone\r\ntwo\n\0';
      expect(await subject.store.get(written(await subject.store.put(text)).path)).toBe(text);
    });

    it('keeps the same text once, and different texts apart', async () => {
      const [one, again, other] = await Promise.all(
        ['same', 'same', 'other'].map((text) => subject.store.put(text)),
      );
      if (one === undefined || again === undefined || other === undefined) throw new Error('nothing was put');
      expect(written(again)).toEqual(written(one));
      expect(written(other).path).not.toBe(written(one).path);
    });

    it('keeps a text of several megabytes', async () => {
      const text = 'long line\n'.repeat(400_000);
      const file = written(await subject.store.put(text));
      expect(file.bytes).toBe(4_000_000);
      expect((await subject.store.get(file.path)) === text).toBe(true);
    });

    it('says undefined for what is gone or never was', async () => {
      const file = written(await subject.store.put('soon gone'));
      subject.store.remove(file.path);
      expect(await subject.store.get(file.path)).toBeUndefined();
      expect(await subject.store.get(`${file.path}.never`)).toBeUndefined();
      expect(await subject.store.get('')).toBeUndefined();
      expect(await subject.store.get('/etc/hostname')).toBeUndefined();
    });

    it('keeps a text again after its file was removed', async () => {
      const file = written(await subject.store.put('back again'));
      subject.store.remove(file.path);
      const back = written(await subject.store.put('back again'));
      expect(await subject.store.get(back.path)).toBe('back again');
    });

    it('takes the removal of a missing file', () => {
      subject.store.remove(written(subject.store.allocate('never written')).path);
      subject.store.remove('/no/such/file');
    });

    it('allocates a path of its own for every call, whatever the key', () => {
      const keys = [
        'toolu_1',
        'toolu_1',
        '../../etc/passwd',
        '/',
        '..',
        '',
        'a\0b',
        '\ud800',
        'x'.repeat(10_000),
      ];
      const paths = keys.map((key) => written(subject.store.allocate(key)).path);
      expect(new Set(paths).size).toBe(keys.length);
      const parents = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))));
      expect(parents.size).toBe(1);
      for (const path of paths) expect(path).toMatch(/^\/[^\0]{1,400}\/[\w.-]{1,100}$/);
    });

    it('allocates a path with the extension that is wanted, or .txt', () => {
      const names = [undefined, 'wav'].map((extension) =>
        written(subject.store.allocate('call', extension)).path.replace(/^.*\./, ''),
      );
      expect(names).toEqual(['txt', 'wav']);
    });

    it('keeps bytes as they are, once each, by their hash and apart from the texts', async () => {
      const textsIn = written(subject.store.allocate('call')).path.replace(/[^/]*$/, '');
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
          const file = keptBytes(await subject.store.putBytes(bytes));
          expect(file.bytes).toBe(bytes.length);
          expect(file.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
          expect(Buffer.from(bytes).equals(subject.bytesAt(file.path) ?? Buffer.from('none'))).toBe(true);
          expect(keptBytes(await subject.store.putBytes(bytes))).toEqual(file);
          expect(file.path.startsWith(textsIn)).toBe(false);
        }),
        { numRuns: runs },
      );
    });

    it('keeps bytes that are put several times at once, and those of a part of a buffer', async () => {
      const whole = Buffer.alloc(9_000_000, 'abc');
      const parts = [whole, whole, whole.subarray(1), whole.subarray(0, 8_999_999)];
      const files = await Promise.all(parts.map((part) => subject.store.putBytes(part)));
      for (const [index, file] of files.entries()) {
        expect(parts[index]?.equals(subject.bytesAt(keptBytes(file).path) ?? Buffer.from('none'))).toBe(true);
      }
      expect(new Set(files.map((file) => keptBytes(file).path)).size).toBe(3);
    });

    it('shows no bytes that were kept as a text, and removes none', async () => {
      const { path } = keptBytes(await subject.store.putBytes(Buffer.from('secret')));
      expect(await subject.store.get(path)).toBeUndefined();
      subject.store.remove(path);
      expect(subject.bytesAt(path)).toEqual(new Uint8Array(Buffer.from('secret')));
    });

    it('gives back what a tool has streamed to an allocated path', async () => {
      const { path } = written(subject.store.allocate('call'));
      subject.write(path, 'streamed');
      expect(await subject.store.get(path)).toBe('streamed');
      expect(written(subject.store.allocate('call')).path).not.toBe(path);
    });
  });
}
