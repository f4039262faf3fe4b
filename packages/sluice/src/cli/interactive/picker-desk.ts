import {
  pickerMatches,
  pickerRows,
  type Key,
  type LineEditor,
  type Picker,
  type Style,
} from '@sluice/terminal';

/** A list to choose from. While it is open, the prompt is its filter. */
export class PickerDesk {
  readonly #editor: LineEditor;
  readonly #onClose: () => void;
  #picker: Picker | undefined;
  #at = 0;
  /** Stands in the prompt again when the picker closes. */
  #draft = '';

  constructor(editor: LineEditor, onClose: () => void) {
    this.#editor = editor;
    this.#onClose = onClose;
  }

  get isOpen(): boolean {
    return this.#picker !== undefined;
  }

  /** What stands in the prompt once the list is closed. */
  get draft(): string {
    return this.#picker === undefined ? this.#editor.text : this.#draft;
  }

  open(picker: Picker): void {
    if (this.#picker === undefined) this.#draft = this.#editor.text;
    if (this.#picker === undefined || picker.keepsFilter !== true) this.#editor.setText('');
    this.#picker = picker;
    this.#at = Math.max(
      0,
      picker.items.findIndex(({ id }) => id === picker.markedId),
    );
  }

  /** True: the key was for the list. */
  take(key: Key): boolean {
    const picker = this.#picker;
    if (picker === undefined || key.kind === 'paste') return false;
    const matches = pickerMatches(picker, this.#editor.shownText);
    switch (key.name) {
      case 'up':
        this.#at = Math.max(0, this.#at - 1);
        return true;
      case 'down':
        this.#at = Math.min(matches.length - 1, this.#at + 1);
        return true;
      case 'left':
      case 'right':
        if (picker.side === undefined) return false;
        picker.side.turn(key.name === 'left' ? -1 : 1);
        return true;
      case 'escape':
      case 'ctrl+c':
        this.#close();
        picker.onClose?.();
        return true;
      case 'enter': {
        const item = matches[this.#at];
        if (item === undefined) return true;
        this.#close();
        picker.onPick(item);
        return true;
      }
      default:
        this.#at = 0;
        return key.name === 'tab' || key.name === '?';
    }
  }

  rows(style: Style, width: number, room: number): readonly string[] {
    if (this.#picker === undefined) return [];
    const matches = pickerMatches(this.#picker, this.#editor.shownText);
    return pickerRows(this.#picker, matches, this.#at, style, width, room);
  }

  #close(): void {
    this.#picker = undefined;
    this.#editor.setText(this.#draft);
    this.#onClose();
  }
}
