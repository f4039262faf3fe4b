import type { Key, LineEditor, Style } from '@sluice/terminal';
import { menuRows } from './menu-rows.ts';
import type { Menu } from './menu.ts';

export interface MenuDeskOptions {
  readonly editor: LineEditor;
  /** The menu for the text being typed, if any. */
  readonly menuFor: (text: string) => Menu | undefined;
  readonly submit: (text: string) => void;
  /** Esc has closed it. */
  readonly onClose: () => void;
}

/** The menu that completes what is being typed. */
export class MenuDesk {
  readonly #options: MenuDeskOptions;
  #menu: Menu | undefined;
  #at = 0;
  #isClosed = false;

  constructor(options: MenuDeskOptions) {
    this.#options = options;
  }

  /** The text or the menu's items have changed. */
  refresh(): void {
    const menu = this.#isClosed ? undefined : this.#options.menuFor(this.#options.editor.shownText);
    const isSame = menu?.key === this.#menu?.key;
    this.#menu = menu;
    if (!isSame) this.#at = 0;
    this.#at = Math.min(this.#at, Math.max(0, (menu?.items.length ?? 1) - 1));
  }

  /** A closed menu opens again when the user goes on typing. */
  reopen(): void {
    this.#isClosed = false;
  }

  /** True: the key was for the menu. */
  take(key: Key): boolean {
    const menu = this.#menu;
    if (menu === undefined || key.kind === 'paste' || menu.items.length === 0) return false;
    const { editor, submit, onClose } = this.#options;
    const item = menu.items[this.#at];
    switch (key.name) {
      case 'up':
      case 'down': {
        const { length } = menu.items;
        this.#at = (this.#at + (key.name === 'up' ? length - 1 : 1)) % length;
        return true;
      }
      case 'escape':
        this.#isClosed = true;
        onClose();
        return true;
      case 'tab':
        if (item !== undefined) editor.setText(item.text);
        return true;
      case 'enter':
        if (item === undefined || editor.shownText.trimEnd() === item.text.trimEnd()) return false;
        if (!menu.sends) {
          editor.setText(item.text);
          return true;
        }
        editor.setText('');
        submit(item.text.trimEnd());
        return true;
      default:
        return false;
    }
  }

  rows(style: Style, width: number): readonly string[] {
    return menuRows(this.#menu, this.#at, style, width);
  }
}
