/** What may complete the text at the prompt. */
export interface Menu {
  /** The same while the person goes on typing the same thing. */
  readonly key: string;
  readonly items: readonly MenuItem[];
  /** Enter sends the marked item at once. */
  readonly sends: boolean;
}

export interface MenuItem {
  readonly label: string;
  readonly detail: string;
  /** The text of the prompt once the item is chosen. */
  readonly text: string;
}
