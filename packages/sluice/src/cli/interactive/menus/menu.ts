/** Completions for the text at the prompt. */
export interface Menu {
  /** The same while the user continues typing the same word. */
  readonly key: string;
  readonly items: readonly MenuItem[];
  /** Enter sends the selected item immediately. */
  readonly sends: boolean;
}

export interface MenuItem {
  readonly label: string;
  readonly detail: string;
  /** The prompt's text once the item is chosen. */
  readonly text: string;
}
