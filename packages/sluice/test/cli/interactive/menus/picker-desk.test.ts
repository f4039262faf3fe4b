import { createStyle, LineEditor, type Key, type Picker } from '@sluice/terminal';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PickerDesk } from '../../../../src/cli/interactive/menus/picker-desk.ts';

const ITEMS = ['npm test', 'make all'].map((label) => ({ id: label, label, detail: '' }));

class Scene {
  readonly editor = new LineEditor();
  readonly onChange = vi.fn<() => void>();
  readonly desk = new PickerDesk({ editor: this.editor, onEscape() {}, onChange: this.onChange });

  constructor(picker: Partial<Picker>) {
    this.desk.open({ title: 'Tasks', items: ITEMS, onPick() {}, ...picker });
  }

  get rows(): string {
    return this.desk.rows(createStyle(false), 80, 12).join('\n');
  }

  press(...names: readonly string[]): void {
    for (const given of names) {
      const name = given === ' ' ? 'space' : given;
      const data = DATA[name] ?? name;
      const key: Key = { kind: 'key', name, data };
      if (!this.desk.take(key)) this.editor.take(key);
      this.desk.refresh();
    }
  }

  type(text: string): void {
    this.press(...text.split(''));
  }
}

const DATA: Readonly<Record<string, string>> = {
  down: '\u001b[B',
  left: '\u001b[D',
  escape: '\u001b',
  'ctrl+x': '\u0018',
  backspace: '\u007f',
  tab: '\t',
  space: ' ',
};

/** As the table of keys has them. */
const NAMES: Readonly<Record<string, string>> = { '␣': ' ', '↓': 'down', '←': 'backspace' };

it('shows why there is no preview, and goes on where a search fails', async () => {
  const scene = new Scene({
    preview: () => Promise.reject(new Error('The journal is a directory')),
    search: () => Promise.reject(new Error('no ripgrep')),
  });
  scene.press(' ');
  await vi.waitFor(() => expect(scene.rows).toContain("  It can't be shown: The journal is a directory"));
  scene.onChange.mockClear();
  scene.type('make');
  await vi.waitFor(() => expect(scene.onChange).toHaveBeenCalled());
  expect(scene.rows).toContain('❯ make all');
});

it.each([
  ['x', 'stopped npm test', ''],
  // In the middle of a filter it is text, whatever was typed last.
  ['m x', '', 'mx'],
  ['m a ← x', '', 'mx'],
  ['m ␣ x', '', 'm x'],
  ['↓ x', 'stopped make all', ''],
  ['m ↓ x', 'stopped npm test', 'm'],
  ['m ↓ a x', '', 'max'],
])('%s in a list whose x stops: %s', (keys, stopped, filter) => {
  let did = '';
  const run = ({ id }: { readonly id: string }): void => void (did = `stopped ${id}`);
  const scene = new Scene({ keys: [{ key: 'x', hint: 'x stops', run }] });
  scene.press(...keys.split(' ').map((name) => NAMES[name] ?? name));
  expect([did, scene.editor.shownText]).toEqual([stopped, filter]);
});

it('a Space previews what is marked; in the middle of a filter it is text', () => {
  const preview = vi.fn(() => Promise.resolve(['a line']));
  const scene = new Scene({ preview });
  scene.type('npm t');
  expect([scene.editor.shownText, preview.mock.calls.length]).toEqual(['npm t', 0]);
  scene.press('down', ' ');
  expect([scene.editor.shownText, preview.mock.calls.length]).toEqual(['npm t', 1]);
});

it('has keys that work where nothing fits, and says so', () => {
  const ran: string[] = [];
  const scene = new Scene({
    keys: [
      { key: 'tab', hint: 'Tab: all', needsItem: false, run: () => ran.push('tab') },
      { key: 'ctrl+x', hint: 'Ctrl-X stops', run: ({ id }) => ran.push(id) },
    ],
  });
  scene.type('qq');
  expect(scene.rows).toMatch(/^ {2}nothing matches · Tab: all$/m);
  scene.press('ctrl+x', 'tab');
  expect(ran).toEqual(['tab']);
});

it('searches once nothing more is typed, and stops a search that is no longer wanted', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const searches: { readonly filter: string; readonly signal: AbortSignal; found: (id: string) => void }[] =
    [];
  const search: Picker['search'] = (filter, signal) =>
    new Promise((resolve) => searches.push({ filter, signal, found: (id) => resolve(new Set([id])) }));
  const scene = new Scene({ search });
  scene.type('quartz');
  expect(searches).toEqual([]);
  vi.runAllTimers();
  expect(searches.map(({ filter }) => filter)).toEqual(['quartz']);
  scene.press('y', 'backspace');
  vi.runAllTimers();
  expect(searches.map(({ filter, signal }) => [filter, signal.aborted])).toEqual([
    ['quartz', true],
    ['quartz', false],
  ]);
  // What the stopped one found counts no more.
  searches[0]?.found('npm test');
  searches[1]?.found('make all');
  await vi.waitFor(() => expect(scene.rows).toContain('❯ make all'));
  expect(scene.rows).not.toContain('npm test');
  scene.type('zz');
  scene.press('escape');
  vi.runAllTimers();
  expect(searches).toHaveLength(2);
});
