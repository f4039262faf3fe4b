import { escapeHarnessTags, ownNote, type ModelMessage } from '@sluice/core';

/** One line of a list. */
export interface TailItem {
  readonly name: string;
  /** One line. */
  readonly text: string;
}

/**
 * Puts a list into the model's conversation instead of a tool's description: first the whole list, then its changes.
 * The beginning of requests is unchanged, so the model's cache stays valid. What the model knows is read from the
 * conversation: nothing is repeated in a resumed one, and everything in a compacted one.
 */
export class TailList {
  readonly #title: string;
  #first: ModelMessage | undefined;
  #told: Map<string, string> | undefined;

  /** @param title the line above the whole list; unique among lists */
  constructor(title: string) {
    this.#title = title;
  }

  /**
   * The note to add before the next request. Undefined: nothing is new. The note is treated as sent.
   * @param messages the conversation as the next request carries it
   */
  note(items: readonly TailItem[], messages: readonly ModelMessage[]): string | undefined {
    const title = this.#title;
    this.#look(messages);
    const told = this.#told;
    const now = new Map(items.map(({ name, text }) => [name, lineOf({ name, text })]));
    if (told === undefined) {
      if (now.size === 0) return undefined;
      this.#told = now;
      return [title, ...now.values()].join('\n');
    }
    const changed = [...now].filter(([name, line]) => told.get(name) !== line).map(([, line]) => line);
    const gone = [...told.keys()].filter((name) => !now.has(name));
    if (changed.length === 0 && gone.length === 0) return undefined;
    this.#told = now;
    return [`${title} ${CHANGED}`, ...changed, ...gone.map(goneLine)].join('\n');
  }

  /** Reads what was sent, if the start of the conversation has changed. */
  #look(messages: readonly ModelMessage[]): void {
    const [first] = messages;
    if (first === this.#first && this.#first !== undefined) return;
    this.#first = first;
    this.#told = undefined;
    for (const { role, content } of messages) {
      if (role !== 'user') continue;
      for (const block of content) {
        const note = block.type === 'text' ? ownNote(block.text) : undefined;
        if (note !== undefined) this.#read(note);
      }
    }
  }

  #read(text: string): void {
    const title = this.#title;
    const lines = text.split('\n');
    const [first] = lines;
    if (first !== title && first !== `${title} ${CHANGED}`) return;
    if (first === title) this.#told = new Map();
    this.#told ??= new Map();
    for (const line of lines.slice(1)) {
      const name = nameIn(line);
      if (name === undefined) continue;
      if (line === goneLine(name)) this.#told.delete(name);
      else this.#told.set(name, line);
    }
  }
}

const CHANGED = '(changes)';

/** As the conversation will have it, in which a repository's description imitates nothing. */
function lineOf({ name, text }: TailItem): string {
  return `- ${name}: ${escapeHarnessTags(text.replaceAll(/\s+/g, ' ').trim())}`;
}

function goneLine(name: string): string {
  return `- ${name}: no longer available`;
}

function nameIn(line: string): string | undefined {
  const end = line.indexOf(': ');
  return line.startsWith('- ') && end !== -1 ? line.slice(2, end) : undefined;
}
