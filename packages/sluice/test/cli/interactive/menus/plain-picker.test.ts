import type { Picker } from '@sluice/terminal';
import { expect, it } from 'vitest';
import { PlainPicker } from '../../../../src/cli/interactive/menus/plain-picker.ts';

const ITEMS = ['one', 'two', 'three'].map((id) => ({ id, label: `the ${id}`, detail: '' }));

function opened(more: Partial<Picker> = {}): {
  readonly picker: PlainPicker;
  readonly said: string[];
  readonly done: string[];
} {
  const [said, done]: [string[], string[]] = [[], []];
  const picker = new PlainPicker(
    (text) => said.push(text),
    (line) => void (picker.isOpen ? picker.take(line) : done.push(`then ${line}`)),
  );
  picker.open({
    title: 'Things',
    items: ITEMS,
    onPick: ({ id }) => void done.push(`picked ${id}`),
    onClose: () => done.push('closed'),
    keys: [
      { key: 'tab', hint: 'Tab: all of them', needsItem: false, run: () => done.push('tab') },
      { key: 'x', hint: 'x stops', closes: true, run: ({ id }) => done.push(`stopped ${id}`) },
    ],
    preview: ({ id }) =>
      id === 'two' ? Promise.reject(new Error('gone')) : Promise.resolve([`about ${id}`]),
    ...more,
  });
  return { picker, said, done };
}

it('says what can be typed, and takes a number, no line, or words', () => {
  const { picker, said, done } = opened();
  expect(said.at(-1)).toBe(
    'You can also type tab (all of them), or x NUMBER (stops), or space NUMBER (a preview).',
  );
  void picker.take('thr');
  expect(said).toContain('  1. the three');
  void picker.take('1');
  expect(done).toEqual(['picked three']);
  expect(picker.isOpen).toBe(false);
  const other = opened();
  void other.picker.take('');
  expect(other.done).toEqual(['closed']);
});

it("takes the names of the list's keys, with the number of an item where they need one", async () => {
  const { picker, said, done } = opened();
  void picker.take('Tab');
  expect(done).toEqual(['tab']);
  void picker.take('space 1');
  await expect.poll(() => said).toContain('  about one');
  void picker.take('space 2');
  await expect.poll(() => said).toContain("  It can't be shown: gone");
  expect(picker.isOpen).toBe(true);
  void picker.take('x 3');
  expect(done).toEqual(['tab', 'stopped three']);
  expect(picker.isOpen).toBe(false);
});

it('narrows the list, as the drawn one does, to items whose content fits', async () => {
  const { picker, said } = opened({ search: () => Promise.resolve(new Set(['two'])) });
  void picker.take('zebra');
  await expect.poll(() => said.filter((line) => line === '  1. the two')).toHaveLength(1);
});

it('takes numbers that are typed during a search from what it finds, and lines after the choice go on', async () => {
  const { picker, done } = opened({ search: () => Promise.resolve(new Set(['two'])) });
  for (const line of ['zebra', '1', 'hello']) void picker.take(line);
  expect(done).toEqual([]);
  await expect.poll(() => done).toEqual(['picked two', 'then hello']);
});

it('forgets a search when nothing is chosen after all', async () => {
  const found = Promise.withResolvers<ReadonlySet<string>>();
  const { picker, said, done } = opened({ search: () => found.promise });
  void picker.take('zebra');
  void picker.take('');
  const { length } = said;
  found.resolve(new Set(['two']));
  await found.promise;
  await Promise.resolve();
  expect([done, said.length, picker.isOpen]).toEqual([['closed'], length, false]);
});
