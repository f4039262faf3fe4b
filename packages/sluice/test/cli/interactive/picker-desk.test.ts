import { createStyle, LineEditor, type Key, type Picker } from '@sluice/terminal';
import { expect, it, vi } from 'vitest';
import { PickerDesk } from '../../../src/cli/interactive/picker-desk.ts';

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
    for (const name of names) {
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
  space: ' ',
  down: '\u001b[B',
  backspace: '\u007f',
  tab: '\t',
};

it('shows why there is no preview, and goes on where a search fails', async () => {
  const scene = new Scene({
    preview: () => Promise.reject(new Error('The journal is a directory')),
    search: () => Promise.reject(new Error('no ripgrep')),
  });
  scene.press('space');
  await vi.waitFor(() => expect(scene.rows).toContain("  It can't be shown: The journal is a directory"));
  scene.onChange.mockClear();
  scene.type('make');
  await vi.waitFor(() => expect(scene.onChange).toHaveBeenCalled());
  expect(scene.rows).toContain('❯ make all');
});
