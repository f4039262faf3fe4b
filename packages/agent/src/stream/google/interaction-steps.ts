import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { MessageAssembler } from '../message-assembler.ts';
import { ownList, ownObject, ownText } from '../own-value.ts';

/** The steps of one interaction, by index; each is one block of the message. */
interface InteractionSteps {
  start(index: number, step: JsonObject, line: number): void;
  grow(index: number, delta: JsonObject, line: number): void;
  stop(index: number): void;
}

export function createInteractionSteps(assembler: MessageAssembler): InteractionSteps {
  /** A piece of a block that is sent back to the API unchanged. */
  function change(
    index: number,
    text: string,
    changed: (block: JsonObject) => JsonObject,
    line: number,
  ): void {
    const state = assembler.block(index);
    if (state?.kind !== 'opaque') return;
    const change = {
      delta: { type: 'thinking', text } as const,
      block: changed(state.block),
      size: text.length,
    };
    assembler.changeOpaque(index, change, line);
  }

  return {
    start(index, step, line) {
      const type = ownText(step, 'type');
      if (type === 'function_call') {
        const id = ownText(step, 'id') ?? '';
        const identity = { id: id === '' ? undefined : id, name: ownText(step, 'name') ?? '' };
        assembler.openCall(index, { ...identity, startInput: getOwn(step, 'arguments') });
      } else if (type === 'model_output') {
        assembler.openText(index);
        for (const content of ownList(step, 'content'))
          if (isJsonObject(content)) assembler.addText(index, ownText(content, 'text') ?? '', line);
      } else assembler.openOpaque(index, type === 'thought' ? 'thinking' : 'other', step);
    },
    grow(index, delta, line) {
      switch (ownText(delta, 'type')) {
        case 'text':
          return assembler.addText(index, ownText(delta, 'text') ?? '', line);
        case 'arguments_delta': {
          // An early version of the API used `partial_arguments`.
          const json = ownText(delta, 'arguments') ?? ownText(delta, 'partial_arguments') ?? '';
          return assembler.addInput(index, json, line);
        }
        case 'thought_summary': {
          const content = ownObject(delta, 'content') ?? {};
          const add = (block: JsonObject): JsonObject => ({
            ...block,
            summary: withText(ownList(block, 'summary'), content),
          });
          return change(index, ownText(content, 'text') ?? '', add, line);
        }
        case 'thought_signature': {
          const signature = ownText(delta, 'signature') ?? '';
          return change(index, '', (block) => ({ ...block, signature }), line);
        }
        default: {
          const { type: _type, ...fields } = delta;
          return change(index, '', (block) => ({ ...block, ...fields }), line);
        }
      }
    },
    stop: (index) => assembler.close(index),
  };
}

/** Merges pieces of the same text. */
function withText(summary: readonly unknown[], content: JsonObject): JsonObject[] {
  const known = summary.filter((item) => isJsonObject(item));
  const last = known.at(-1);
  const text = ownText(content, 'text');
  if (last === undefined || text === undefined || ownText(last, 'text') === undefined)
    return [...known, content];
  return [...known.slice(0, -1), { ...last, text: `${ownText(last, 'text')}${text}` }];
}
