import { errorText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import { pickerMatches, spokenFacts, type Picker, type PickerItem } from '@sluice/terminal';

/** Items of a list that are printed; typing narrows it down. */
const MAX_ITEMS = 20;

/** A list to choose from in plain mode: printed once, and answered with a line. */
export class PlainPicker {
  readonly #say: (text: string) => void;
  readonly #again: (line: string) => void;
  #picker: Picker | undefined;
  #listed: readonly PickerItem[] = [];
  #search: AbortController | undefined;
  /** What was typed during a search is answered from what it finds. */
  #typedAhead: string[] = [];

  /** @param again takes each line that was typed during a search, once it is over */
  constructor(say: (text: string) => void, again: (line: string) => void) {
    this.#say = say;
    this.#again = again;
  }

  get isOpen(): boolean {
    return this.#picker !== undefined;
  }

  open(picker: Picker): void {
    this.#endSearch();
    this.#picker = picker;
    this.#list(picker, '');
  }

  /** Takes a line that was typed while the list is open. Resolves when what was chosen is done. */
  async take(line: string): Promise<void> {
    const picker = this.#picker;
    if (picker === undefined) return;
    const text = line.trim();
    if (this.#search !== undefined && text !== '') {
      this.#typedAhead.push(line);
      return;
    }
    if (text === '') {
      this.#endSearch();
      this.#picker = undefined;
      this.#say('Nothing was chosen.');
      picker.onClose?.();
      return;
    }
    const item = this.#numbered(text);
    if (item !== undefined) {
      this.#picker = undefined;
      await picker.onPick(item);
      return;
    }
    if (!this.#own(picker, text)) this.#narrow(picker, text);
  }

  /** The name of a key that the drawn list has, and for most of them the number of an item. */
  #own(picker: Picker, text: string): boolean {
    const [name = '', number = ''] = text.toLowerCase().split(/\s+/, 2);
    const item = this.#numbered(number);
    if (name === 'space' && item !== undefined && picker.preview !== undefined) {
      this.#preview(picker, item);
      return true;
    }
    const key = picker.keys?.find((one) => one.key === name);
    if (key?.needsItem === false && number === '') key.run();
    else if (key !== undefined && key.needsItem !== false && item !== undefined) {
      if (key.closes === true) this.#picker = undefined;
      key.run(item);
    } else return false;
    return true;
  }

  #preview(picker: Picker, item: PickerItem): void {
    void picker
      .preview?.(item)
      .catch((error: unknown) => [`It can't be shown: ${errorText(error)}`])
      .then((lines) => {
        for (const line of lines) this.#say(`  ${sanitize(line)}`);
      });
  }

  #narrow(picker: Picker, text: string): void {
    const { search } = picker;
    if (search === undefined) {
      this.#list(picker, text);
      return;
    }
    const own = new AbortController();
    this.#search = own;
    void search(text, own.signal)
      .catch(() => new Set<string>())
      .then((found) => {
        if (this.#search !== own) return;
        const typed = this.#endSearch();
        this.#list(picker, text, found);
        for (const line of typed) this.#again(line);
      });
  }

  #endSearch(): readonly string[] {
    const typed = this.#typedAhead;
    this.#typedAhead = [];
    this.#search?.abort();
    this.#search = undefined;
    return typed;
  }

  #numbered(text: string): PickerItem | undefined {
    return /^\d+$/.test(text) ? this.#listed[Number(text) - 1] : undefined;
  }

  #list(picker: Picker, filter: string, found?: ReadonlySet<string>): void {
    const matches = pickerMatches(picker, filter, found);
    const listed = this.#listed;
    this.#listed = matches.slice(0, MAX_ITEMS);
    this.#say(/[.?!:]$/.test(picker.title) ? picker.title : `${picker.title}:`);
    for (const [index, { label, detail }] of this.#listed.entries())
      this.#say(`  ${index + 1}. ${spokenItem(label, detail)}`);
    if (matches.length > this.#listed.length)
      this.#say(`  ... and ${matches.length - this.#listed.length} more`);
    if (matches.length === 0) {
      this.#say(`  Nothing matches "${sanitize(filter)}".`);
      // The numbers that were read out stay what they are.
      this.#listed = listed;
    }
    this.#say(
      'Type a number, or words to narrow the list, and press Enter. To leave, enter an empty line or press Ctrl-C.',
    );
    const others = ownWords(picker);
    if (others.length > 0) this.#say(`You can also type ${others.join(', or ')}.`);
  }
}

/** The mark of a state is left out: its details say it in words. The indent of a tree stays. */
function spokenItem(label: string, detail: string): string {
  const text = label.replace(/^( *)[⠿✓✗■?] /, '$1');
  return detail === '' ? text : `${text}, ${spokenFacts(detail)}`;
}

/** What can be typed beside a number: `tab (all directories)`, `space NUMBER (preview)`. */
function ownWords({ keys = [], preview }: Picker): readonly string[] {
  const words = keys.map(({ key, hint, needsItem }) => {
    const does = hint.replace(new RegExp(`^${key}:? `, 'i'), '');
    return `${key}${needsItem === false ? '' : ' NUMBER'} (${does})`;
  });
  return preview === undefined ? words : [...words, 'space NUMBER (a preview)'];
}
