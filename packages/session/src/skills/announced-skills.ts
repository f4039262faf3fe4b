import { knownSkillLines, listedSkillLines, listingNote } from '@sluice/agent';
import type { ModelMessage } from '@sluice/core';

/** The skills that were announced to the model: of a change, only what is new. */
export class AnnouncedSkills {
  /** What is known, and the last message of the conversation that it was read from. */
  #known: { readonly last: ModelMessage | undefined; lines: ReadonlyMap<string, string> } | undefined;

  /**
   * The note that announces what the model doesn't know yet. Undefined: it knows all.
   * @param lines the list of skills as it is now, by name
   */
  note(lines: ReadonlyMap<string, string>, messages: readonly ModelMessage[]): string | undefined {
    if (lines.size === 0 && this.#known === undefined) return undefined;
    const told = this.#toldIn(messages);
    const text = listingNote(lines, told);
    if (text === undefined) return undefined;
    this.#known = { last: messages.at(-1), lines: knownSkillLines(lines, told) };
    return text;
  }

  /** A conversation only grows, until it is compacted: then what it says is read from it again. */
  #toldIn(messages: readonly ModelMessage[]): ReadonlyMap<string, string> {
    const { last, lines } = this.#known ?? {};
    if (lines !== undefined && (last === undefined || messages.includes(last))) return lines;
    return listedSkillLines(messages);
  }
}
