import { expect, it } from 'vitest';
import { createMemoryJournal } from '../../src/ports/memory/memory-journal.ts';
import { describeJournal } from '../conformance/journal.ts';
import { note } from '../conformance/journal-entries.ts';

describeJournal('memory journal', () => ({ journal: createMemoryJournal(), dispose: () => {} }));

it('starts with the entries it is given', async () => {
  const journal = createMemoryJournal([note('old')]);
  journal.append(note('new'));
  expect((await journal.read()).entries).toEqual([note('old'), note('new')]);
  expect(journal.entries).toHaveLength(2);
});

it('fails while a test wants it so, and works again afterwards', () => {
  const journal = createMemoryJournal();
  journal.breakWith('No space left on device.');
  expect(journal.append(note('lost'))).toEqual({ ok: false, message: 'No space left on device.' });
  journal.breakWith(undefined);
  expect(journal.append(note('kept'))).toEqual({ ok: true });
  expect(journal.entries).toEqual([note('kept')]);
});
