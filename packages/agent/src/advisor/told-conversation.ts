/**
 * What an advisor has been told of a conversation, in the pieces in which it was. As long as the conversation only grows, each
 * question begins with the pieces of the one before, so that a service finds them in its cache.
 */
export class ToldConversation {
  #pieces: readonly string[] = [];

  /** All of the conversation, given its texts now. */
  pieces(texts: readonly string[]): readonly string[] {
    const whole = texts.map((text) => `${text}\n\n`).join('');
    const told = this.#pieces.join('');
    const rest = whole.slice(told.length);
    if (!whole.startsWith(told)) this.#pieces = [whole];
    else if (rest !== '') this.#pieces = [...this.#pieces, rest];
    return this.#pieces;
  }
}
