import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal, JournalEntry } from '@sluice/core';
import { createFileStore, openJournal } from '../src/index.ts';
import { note } from '../../core/test/conformance/journal-entries.ts';
import { written } from '../../core/test/conformance/store.ts';
import { mountSmallDisk } from './fixtures/small-disk.ts';
import type { SmallDisk } from './fixtures/small-disk.ts';

const probe = mountSmallDisk(64);
probe?.dispose();

describe.skipIf(probe === undefined)('on a disk that is full or read-only', () => {
  let disk: SmallDisk;
  beforeEach(() => {
    const mounted = mountSmallDisk(64);
    if (mounted === undefined) throw new Error('mounting worked a moment ago');
    disk = mounted;
  });
  afterEach(() => {
    disk.dispose();
  });

  function opened(): Journal {
    const result = openJournal({ directory: disk.path });
    if (!result.ok) throw new Error(result.message);
    return result.journal;
  }

  describe('the store', () => {
    it('says full for bytes, and leaves no part of them behind', async () => {
      const store = createFileStore({ directory: disk.path });
      expect(await store.putBytes(Buffer.alloc(100_000))).toMatchObject({
        ok: false,
        code: 'full',
        message: expect.stringContaining(join(disk.path, 'pre-images')),
      });
      expect(readdirSync(join(disk.path, 'pre-images'))).toEqual([]);
      expect(await store.putBytes(Buffer.from('fits'))).toMatchObject({ ok: true });
    });

    it('says full, keeps what it had, leaves no part behind, and goes on when space returns', async () => {
      const store = createFileStore({ directory: disk.path });
      const kept = written(await store.put('kept'));
      expect(await store.put('x'.repeat(100_000))).toMatchObject({
        ok: false,
        code: 'full',
        message: expect.stringContaining(join(disk.path, 'tool-results')),
      });
      expect(readdirSync(join(disk.path, 'tool-results'))).toHaveLength(1);
      disk.fill();
      expect(await store.put('small')).toMatchObject({ ok: false, code: 'full' });
      expect(written(await store.put('kept'))).toEqual(kept);
      expect(await store.get(kept.path)).toBe('kept');
      disk.empty();
      expect(await store.get(written(await store.put('small')).path)).toBe('small');
    });

    it('says unwritable where it may only read, and still gives what it has', async () => {
      const store = createFileStore({ directory: disk.path });
      const kept = written(await store.put('kept'));
      disk.remount('ro');
      expect(await store.put('new')).toMatchObject({ ok: false, code: 'unwritable' });
      expect(createFileStore({ directory: join(disk.path, 'new') }).allocate('call')).toMatchObject({
        ok: false,
        code: 'unwritable',
      });
      store.remove(kept.path);
      expect(await store.get(kept.path)).toBe('kept');
      disk.remount('rw');
      written(await store.put('new'));
    });
  });

  describe('the journal', () => {
    it('fails as a value, loses no entry that it took, and goes on when space returns', async () => {
      const journal = opened();
      const taken: JournalEntry[] = [];
      for (let n = 0; ; n += 1) {
        const entry = note(`${n} ${'x'.repeat(3000)}`);
        const result = journal.append(entry);
        if (!result.ok) {
          expect(result.message).toContain('ENOSPC');
          break;
        }
        taken.push(entry);
      }
      expect(taken.length).toBeGreaterThan(5);
      expect((await journal.read()).entries).toEqual(taken);
      expect(journal.append(note(`again ${'x'.repeat(3000)}`)).ok).toBe(false);

      // Its own file fills the disk, so only a larger disk gives space back.
      disk.resize(128);
      expect(journal.append(note('after'))).toEqual({ ok: true });
      const { entries, setAside } = await journal.read();
      expect(entries).toEqual([...taken, note('after')]);
      expect(setAside).toBe(1);
      journal.close();
    });

    it('has of entries that it takes together those that it says it has', async () => {
      const journal = opened();
      const answers = new Map<JournalEntry, boolean>();
      for (let n = 0; n < 40; n += 1) {
        const entry = note(`${n} ${'x'.repeat(3000)}`);
        journal.appendSoon?.(entry, ({ ok }) => void answers.set(entry, ok));
      }
      journal.flush?.();
      const taken = [...answers].filter(([, isTaken]) => isTaken).map(([entry]) => entry);
      expect(answers.size).toBe(40);
      expect(taken.length).toBeGreaterThan(5);
      expect(taken.length).toBeLessThan(40);
      expect((await journal.read()).entries).toEqual(taken);
      journal.close();
    });

    it('can be read and written on by the next process after it was torn by a full disk', async () => {
      const journal = opened();
      expect(journal.append(note('before'))).toEqual({ ok: true });
      disk.fill();
      expect(journal.append(note('x'.repeat(8000))).ok).toBe(false);
      journal.close();
      disk.empty();
      const next = opened();
      expect(next.append(note('after'))).toEqual({ ok: true });
      expect(await next.read()).toMatchObject({ entries: [note('before'), note('after')], setAside: 1 });
      next.close();
    });

    it('can not be opened on a full or read-only disk, and says why', () => {
      disk.fill();
      const full = openJournal({ directory: disk.path });
      expect(full).toMatchObject({
        ok: false,
        code: 'unwritable',
        message: expect.stringContaining('ENOSPC'),
      });
      disk.empty();
      disk.remount('ro');
      const readOnly = openJournal({ directory: disk.path });
      expect(readOnly).toMatchObject({
        ok: false,
        code: 'unwritable',
        message: expect.stringContaining('EROFS'),
      });
      disk.remount('rw');
      opened().close();
      expect(readFileSync(join(disk.path, 'journal.jsonl'), 'utf8')).toBe('');
      expect(readdirSync(disk.path)).toEqual(['journal.head', 'journal.jsonl']);
    });
  });
});
