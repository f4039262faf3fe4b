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
/** For so long nothing must have been typed before a search begins. */
const SEARCH_AFTER_MS = 150;

/** A list to choose from. While it is open, the prompt is its filter. */
export class PickerDesk {
  readonly #options: PickerDeskOptions;
  #picker: Picker | undefined;
  #at = 0;
  /** Stands in the prompt again when the picker closes. */
  #draft = '';
  /** The last key was for the list and not for its filter: a letter may be for the list, too. */
  #isOnList = false;
  #found: { readonly filter: string; readonly ids: ReadonlySet<string> } = { filter: '', ids: new Set() };
  #search: { readonly timer: NodeJS.Timeout; readonly stop: AbortController } | undefined;
  #showsPreview = false;
  #preview: { readonly id: string; readonly lines: readonly string[] } | undefined;

  constructor(options: PickerDeskOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#picker !== undefined;
  }

  /** What is in the prompt once the list is closed. */
  get draft(): string {
    return this.#picker === undefined ? this.#options.editor.text : this.#draft;
  }

  open(picker: Picker): void {
    const { editor } = this.#options;
    if (this.#picker === undefined) this.#draft = editor.text;
    if (this.#picker === undefined || picker.keepsFilter !== true) editor.setText('');
    this.#picker = picker;
    this.#isOnList = false;
    this.#stopSearch();
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
    if (picker === undefined) return false;
    const mayBeOwn = !isText(key) || this.#isOnList || this.#options.editor.shownText === '';
    this.#isOnList = false;
    if (key.kind === 'paste') return false;
    const matches = this.#matches(picker);
    if (mayBeOwn && this.#ownKey(picker, key, matches[this.#at])) {
      this.#isOnList = true;
      return true;
    }
    this.#isOnList = key.name === 'up' || key.name === 'down';
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
        void picker.onPick(item);
        return true;
      }
      case 'tab':
        return true;
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

  /** Space, or a key of the list's own, which a filter that is being typed keeps from it. */
  #ownKey(picker: Picker, key: Extract<Key, { kind: 'key' }>, item: PickerItem | undefined): boolean {
    if (key.data === ' ' && picker.preview !== undefined && item !== undefined) {
      this.#showsPreview = !this.#showsPreview;
      this.#look(picker, item);
      return true;
    }
    const own = picker.keys?.find((one) => one.key === key.name);
    if (own === undefined || (own.needsItem !== false && item === undefined)) return false;
    if (own.closes === true) this.#close();
    if (own.needsItem === false) own.run();
    else if (item !== undefined) own.run(item);
    return true;
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
    this.#stopSearch();
    const { search } = picker;
    if (filter.trim().length < MIN_SEARCHED || search === undefined) return;
    const stop = new AbortController();
    const begin = (): void =>
      void search(filter.trim(), stop.signal)
        .catch(() => new Set<string>())
        .then((ids) => {
          if (stop.signal.aborted) return;
          this.#found = { filter, ids };
          this.#options.onChange();
        });
    this.#search = { timer: setTimeout(begin, SEARCH_AFTER_MS), stop };
  }

  #stopSearch(): void {
    clearTimeout(this.#search?.timer);
    this.#search?.stop.abort();
    this.#search = undefined;
  }

  #close(): void {
    this.#stopSearch();
    this.#picker = undefined;
    this.#preview = undefined;
    this.#options.editor.setText(this.#draft);
  }
}
