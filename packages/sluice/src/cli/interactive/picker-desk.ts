import { errorText } from '@sluice/base';
import {
  isText,
  pickerMatches,
  pickerRows,
  type Key,
  type LineEditor,
  type Picker,
  type PickerItem,
  type Style,
} from '@sluice/terminal';

export interface PickerDeskOptions {
  readonly editor: LineEditor;
  /** Esc has closed it. */
  readonly onEscape: () => void;
  /** Something that it shows has come. */
  readonly onChange: () => void;
}

/** Characters from which on the content of the items is searched, too. */
const MIN_SEARCHED = 3;

/** A list to choose from. While it is open, the prompt is its filter. */
export class PickerDesk {
  readonly #options: PickerDeskOptions;
  #picker: Picker | undefined;
  #at = 0;
  /** Stands in the prompt again when the picker closes. */
  #draft = '';
  /** The last key has written a character: the next one may be part of the same word. */
  #isTyping = false;
  #found: { readonly filter: string; readonly ids: ReadonlySet<string> } = { filter: '', ids: new Set() };
  #showsPreview = false;
  #preview: { readonly id: string; readonly lines: readonly string[] } | undefined;

  constructor(options: PickerDeskOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#picker !== undefined;
  }

  /** What stands in the prompt once the list is closed. */
  get draft(): string {
    return this.#picker === undefined ? this.#options.editor.text : this.#draft;
  }

  open(picker: Picker): void {
    const { editor } = this.#options;
    if (this.#picker === undefined) this.#draft = editor.text;
    if (this.#picker === undefined || picker.keepsFilter !== true) editor.setText('');
    this.#picker = picker;
    this.#isTyping = false;
    this.#showsPreview = false;
    this.#found = { filter: '', ids: new Set() };
    this.#at = Math.max(
      0,
      picker.items.findIndex(({ id }) => id === picker.markedId),
    );
    this.#filtered(picker);
  }

  /** True: the key was for the list. */
  take(key: Key): boolean {
    const picker = this.#picker;
    if (picker === undefined || key.kind === 'paste') return false;
    const matches = this.#matches(picker);
    const isInWord = this.#isTyping;
    this.#isTyping = isText(key) && key.data !== ' ';
    if (!isInWord && this.#ownKey(picker, key, matches[this.#at])) {
      this.#isTyping = false;
      return true;
    }
    switch (key.name) {
      case 'up':
        this.#mark(picker, Math.max(0, this.#at - 1), matches);
        return true;
      case 'down':
        this.#mark(picker, Math.min(matches.length - 1, this.#at + 1), matches);
        return true;
      case 'left':
      case 'right':
        if (picker.side === undefined) return false;
        picker.side.turn(key.name === 'left' ? -1 : 1);
        return true;
      case 'escape':
      case 'ctrl+c':
        this.#close();
        this.#options.onEscape();
        picker.onClose?.();
        return true;
      case 'enter': {
        const item = matches[this.#at];
        if (item === undefined) return true;
        this.#close();
        picker.onPick(item);
        return true;
      }
      case 'tab': {
        const tab = picker.keys?.find((own) => own.key === 'tab');
        const item = matches[this.#at];
        if (tab !== undefined && item !== undefined) this.#run(tab, item);
        return true;
      }
      default:
        this.#at = 0;
        return key.name === '?';
    }
  }

  /** The text of the filter may have changed. */
  refresh(): void {
    if (this.#picker !== undefined) this.#filtered(this.#picker);
  }

  rows(style: Style, width: number, room: number): readonly string[] {
    const picker = this.#picker;
    if (picker === undefined) return [];
    const matches = this.#matches(picker);
    const item = matches[this.#at];
    const preview =
      !this.#showsPreview || item === undefined
        ? undefined
        : this.#preview?.id === item.id
          ? this.#preview.lines
          : [];
    return pickerRows(picker, { matches, marked: this.#at, preview }, style, width, room);
  }

  #matches(picker: Picker): readonly PickerItem[] {
    const filter = this.#options.editor.shownText;
    const matches = pickerMatches(
      picker,
      filter,
      this.#found.filter === filter ? this.#found.ids : undefined,
    );
    this.#at = Math.max(0, Math.min(this.#at, matches.length - 1));
    return matches;
  }

  /** Space, or a key of the list's own, which a word that is being typed keeps from it. */
  #ownKey(picker: Picker, key: Extract<Key, { kind: 'key' }>, item: PickerItem | undefined): boolean {
    if (item === undefined) return false;
    if (key.data === ' ' && picker.preview !== undefined) {
      this.#showsPreview = !this.#showsPreview;
      this.#look(picker, item);
      return true;
    }
    const own = picker.keys?.find((one) => one.key === key.name);
    if (own === undefined) return false;
    this.#run(own, item);
    return true;
  }

  #run({ closes, run }: NonNullable<Picker['keys']>[number], item: PickerItem): void {
    if (closes === true) this.#close();
    run(item);
  }

  #mark(picker: Picker, at: number, matches: readonly PickerItem[]): void {
    this.#at = Math.max(0, at);
    const item = matches[this.#at];
    if (item !== undefined && this.#showsPreview) this.#look(picker, item);
  }

  #look(picker: Picker, item: PickerItem): void {
    if (!this.#showsPreview || this.#preview?.id === item.id) return;
    void picker
      .preview?.(item)
      .catch((error: unknown) => [`It can't be shown: ${errorText(error)}`])
      .then((lines) => {
        if (this.#picker !== picker) return;
        this.#preview = { id: item.id, lines };
        this.#options.onChange();
      });
  }

  #filtered(picker: Picker): void {
    const filter = this.#options.editor.shownText;
    if (filter === this.#found.filter) return;
    this.#found = { filter, ids: new Set() };
    this.#showsPreview = false;
    if (filter.trim().length < MIN_SEARCHED || picker.search === undefined) return;
    void picker
      .search(filter.trim())
      .catch(() => new Set<string>())
      .then((ids) => {
        if (this.#picker !== picker || this.#options.editor.shownText !== filter) return;
        this.#found = { filter, ids };
        this.#options.onChange();
      });
  }

  #close(): void {
    this.#picker = undefined;
    this.#preview = undefined;
    this.#options.editor.setText(this.#draft);
  }
}
