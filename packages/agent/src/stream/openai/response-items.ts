import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { SEARCH_TOOL } from './search-tool.ts';
import type { MessageAssembler } from '../message-assembler.ts';
import { ownList, ownText } from '../own-value.ts';

/** The output items of one response: a text has one block per part, every other item is one block. */
export interface ResponseItems {
  readonly hasRefusal: boolean;
  begin(index: number, item: JsonObject): void;
  addText(index: number, part: number, text: string, line: number): void;
  addRefusal(index: number, part: number, text: string, line: number): void;
  addInput(index: number, json: string, line: number): void;
  addThinking(index: number, text: string, line: number): void;
  /** The item in its final form. Calling it again, with the whole response, has no effect. */
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
    // An item that the output limit cut off is reported as done anyway.
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

/** A search that the client runs; the API has its own form for one that the server ran. */
function isSearch(item: JsonObject): boolean {
  return ownText(item, 'type') === 'tool_search_call' && ownText(item, 'execution') === 'client';
}
