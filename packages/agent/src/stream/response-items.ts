import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { SEARCH_TOOL } from './search-tool.ts';
import type { MessageAssembler } from './message-assembler.ts';
import { ownList, ownText } from './own-value.ts';

/** The output items of one response: a text is a block for each of its parts, every other item is one block. */
export interface ResponseItems {
  readonly hasRefusal: boolean;
  begin(index: number, item: JsonObject): void;
  addText(index: number, part: number, text: string, line: number): void;
  addRefusal(index: number, part: number, text: string, line: number): void;
  addInput(index: number, json: string, line: number): void;
  addThinking(index: number, text: string, line: number): void;
  /** The item as it is in the end. A second time, with the whole response, it changes nothing. */
  finish(index: number, item: JsonObject, line: number): void;
}

export function createResponseItems(assembler: MessageAssembler): ResponseItems {
  const finished = new Set<number>();
  const seenParts = new Set<string>();
  let hasRefusal = false;

  function begin(index: number, item: JsonObject): void {
    if (finished.has(index) || assembler.block(index) !== undefined) return;
    const type = ownText(item, 'type');
    if (type === 'message') return;
    if (type === 'function_call' || isSearch(item)) {
      const id = ownText(item, 'call_id') ?? '';
      const name = isSearch(item) ? SEARCH_TOOL : (ownText(item, 'name') ?? '');
      assembler.openCall(index, { id: id === '' ? undefined : id, name });
    } else assembler.openOpaque(index, type === 'reasoning' ? 'thinking' : 'other', item);
  }

  function addText(index: number, part: number, text: string, line: number): void {
    const key = `${index} ${part}`;
    if (text === '' || finished.has(index)) return;
    if (!seenParts.has(key)) {
      seenParts.add(key);
      assembler.openText(key);
    }
    assembler.addText(key, text, line);
  }

  function finishMessage(index: number, item: JsonObject, line: number): void {
    for (const [part, content] of ownList(item, 'content').entries()) {
      const key = `${index} ${part}`;
      if (!isJsonObject(content)) continue;
      const refusal = ownText(content, 'refusal');
      if (refusal !== undefined) hasRefusal = true;
      if (!seenParts.has(key)) addText(index, part, refusal ?? ownText(content, 'text') ?? '', line);
      assembler.close(key);
    }
  }

  function finishCall(index: number, item: JsonObject, line: number): void {
    const input = getOwn(item, 'arguments');
    if (typeof input === 'string') assembler.setInput(index, input, line);
    else if (isJsonObject(input)) assembler.setInput(index, JSON.stringify(input), line);
    // An item that the limit of the answer has cut off is told as done all the same.
    if (ownText(item, 'status') === 'incomplete') assembler.cut(index);
    else assembler.close(index);
  }

  return {
    get hasRefusal() {
      return hasRefusal;
    },
    begin,
    addText,
    addRefusal(index, part, text, line) {
      hasRefusal = true;
      addText(index, part, text, line);
    },
    addInput: (index, json, line) => assembler.addInput(index, json, line),
    addThinking(index, text, line) {
      assembler.changeOpaque(index, { delta: { type: 'thinking', text }, size: text.length }, line);
    },
    finish(index, item, line) {
      if (finished.has(index)) return;
      begin(index, item);
      const type = ownText(item, 'type');
      if (type === 'message') finishMessage(index, item, line);
      else if (type === 'function_call' || isSearch(item)) finishCall(index, item, line);
      else {
        assembler.setOpaque(index, item);
        assembler.close(index);
      }
      finished.add(index);
    },
  };
}

/** A search that the client has to do; one that the server has done is told in words of the API's own. */
function isSearch(item: JsonObject): boolean {
  return ownText(item, 'type') === 'tool_search_call' && ownText(item, 'execution') === 'client';
}
