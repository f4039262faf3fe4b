import {
  isWorthReference,
  textLength,
  type SessionReference,
  type SessionResult,
  type ToolResultBlock,
} from '@sluice/core';

/** The tool results in a list of messages: whose they are, how long, and which became references. */
export class ListedResults {
  /** UTF-16 units of all of them. */
  chars = 0;
  /** How many can become a reference. */
  replaceable = 0;
  /**
   * The message that owns each result. Call ids are unique only within a message, and messages may be merged.
   */
  readonly #owners = new WeakMap<ToolResultBlock, string>();
  readonly #replaced = new WeakSet<ToolResultBlock>();
  /** Results that are in the list unchanged, by `keyOf`. */
  readonly #standing = new Set<string>();

  add(messageId: string, results: readonly ToolResultBlock[]): void {
    for (const result of results) this.#owners.set(result, messageId);
    this.#count(results);
  }

  isStanding(messageId: string, callId: string): boolean {
    return this.#standing.has(keyOf(messageId, callId));
  }

  /** The others have left the list. */
  keepOnly(results: readonly ToolResultBlock[]): void {
    this.chars = 0;
    this.replaceable = 0;
    this.#standing.clear();
    this.#count(results);
  }

  described(result: ToolResultBlock): SessionResult {
    return {
      messageId: this.#ownerOf(result),
      callId: result.tool_use_id,
      content: result.content,
      isReplaced: this.#replaced.has(result),
    };
  }

  /** Gives each result as it is from now on. Of several references for one, the first counts. */
  replacing(references: readonly SessionReference[]): (result: ToolResultBlock) => ToolResultBlock {
    const wanted = new Map<string, string>();
    for (const { messageId, callId, content } of references) {
      const key = keyOf(messageId, callId);
      if (!wanted.has(key)) wanted.set(key, content);
    }
    return (result) => {
      const reference = this.#replaced.has(result) ? undefined : wanted.get(this.#keyOf(result));
      return reference === undefined ? result : this.#replace(result, reference);
    };
  }

  #replace(result: ToolResultBlock, reference: string): ToolResultBlock {
    const changed = { ...result, content: reference };
    this.#owners.set(changed, this.#ownerOf(result));
    this.#replaced.add(changed);
    this.#standing.delete(this.#keyOf(changed));
    if (isWorthReference(result.content)) this.replaceable -= 1;
    this.chars += textLength(reference) - textLength(result.content);
    return changed;
  }

  #count(results: readonly ToolResultBlock[]): void {
    for (const result of results) {
      this.chars += textLength(result.content);
      if (this.#replaced.has(result)) continue;
      this.#standing.add(this.#keyOf(result));
      if (isWorthReference(result.content)) this.replaceable += 1;
    }
  }

  #ownerOf(result: ToolResultBlock): string {
    return this.#owners.get(result) ?? '';
  }

  #keyOf(result: ToolResultBlock): string {
    return keyOf(this.#ownerOf(result), result.tool_use_id);
  }
}

function keyOf(messageId: string, callId: string): string {
  return JSON.stringify([messageId, callId]);
}
