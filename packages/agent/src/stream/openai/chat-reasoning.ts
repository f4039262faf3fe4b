import { isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';
import type { MessageAssembler } from '../message-assembler.ts';
import { ownList, ownText } from '../own-value.ts';

/** Thinking that servers add to Chat Completions in fields of their own. */
export interface Reasoning {
  /** True if the delta held thinking. */
  add(delta: object, line: number): boolean;
  close(): void;
}

const TEXT_FIELDS = ['reasoning_content', 'reasoning'];
const DETAILS = 'reasoning_details';

/** One block for each run of thinking; it holds the message fields in which it is sent back. */
export function createReasoning(assembler: MessageAssembler): Reasoning {
  let count = 0;
  let isOpen = false;

  function open(): void {
    if (isOpen) return;
    isOpen = true;
    count += 1;
    assembler.openOpaque(key(), 'thinking', {});
  }

  function key(): string {
    return `reasoning ${count}`;
  }

  function current(): JsonObject {
    const block = assembler.block(key());
    return block?.kind === 'opaque' ? block.block : {};
  }

  return {
    add(delta, line) {
      const field = TEXT_FIELDS.find((name) => (ownText(delta, name) ?? '') !== '');
      const details = ownList(delta, DETAILS).filter(isJsonObject);
      if (field === undefined && details.length === 0) return false;
      open();
      if (field !== undefined) {
        const text = ownText(delta, field) ?? '';
        const block = { ...current(), [field]: (ownText(current(), field) ?? '') + text };
        assembler.changeOpaque(key(), { delta: { type: 'thinking', text }, block, size: text.length }, line);
      }
      if (details.length > 0) {
        const size = JSON.stringify(details).length;
        const joined = details.reduce(withDetail, ownList(current(), DETAILS).filter(isJsonObject));
        const change = { type: 'opaque', delta: { [DETAILS]: details } } as const;
        assembler.changeOpaque(
          key(),
          { delta: change, block: { ...current(), [DETAILS]: joined }, size },
          line,
        );
      }
      return true;
    },
    close() {
      if (isOpen) assembler.close(key());
      isOpen = false;
    },
  };
}

const GROWING = ['text', 'summary', 'data'];

/** A piece extends the last detail if type and index match: strings are appended, the rest is set. */
function withDetail(details: readonly JsonObject[], piece: JsonObject): readonly JsonObject[] {
  const last = details.at(-1);
  if (last === undefined || !isSame(last, piece)) return [...details, piece];
  const entries = Object.entries(piece).map(([key, value]): readonly [string, JsonValue | undefined] => {
    const before = ownText(last, key);
    const grows = GROWING.includes(key) && before !== undefined && typeof value === 'string';
    return [key, grows ? before + value : value];
  });
  return [...details.slice(0, -1), Object.fromEntries([...Object.entries(last), ...entries])];
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return one['type'] === other['type'] && one['index'] !== undefined && one['index'] === other['index'];
}
