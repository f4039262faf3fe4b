import { getOwn, type JsonObject } from '@sluice/core';
import type { MessageAssembler } from '../message-assembler.ts';
import { ownObject, ownText } from '../own-value.ts';

/** The parts of one Gemini answer: adjacent texts form one block, and each call is complete in its part. */
export interface GeminiParts {
  add(part: JsonObject, line: number): void;
  /** What the service has found on the web for the answer. */
  addGrounding(groundingMetadata: JsonObject): void;
  /** Closes the open block. */
  close(): void;
}

/**
 * A call's signature is an opaque block before it, `{thoughtSignature}`, and is sent back with the call. A
 * text's signature is sent back as an empty part after it, which is how streams send it.
 */
export function createGeminiParts(assembler: MessageAssembler): GeminiParts {
  let count = 0;
  let open: 'text' | 'thought' | undefined;

  function key(): number {
    return count;
  }

  function close(): void {
    if (open !== undefined) assembler.close(key());
    open = undefined;
  }

  /** One block that arrives complete. */
  function addWhole(openBlock: (at: number) => void): void {
    close();
    count += 1;
    openBlock(key());
    assembler.close(key());
  }

  function addText(text: string, line: number): void {
    if (text === '') return;
    if (open !== 'text') {
      close();
      count += 1;
      assembler.openText(key());
      open = 'text';
    }
    assembler.addText(key(), text, line);
  }

  function addThought(part: JsonObject, text: string, line: number): void {
    if (open !== 'thought') {
      close();
      count += 1;
      assembler.openOpaque(key(), 'thinking', { ...part, text: '' });
      open = 'thought';
    }
    const state = assembler.block(key());
    const before = state?.kind === 'opaque' ? state.block : {};
    const block = { ...before, ...part, text: (ownText(before, 'text') ?? '') + text };
    assembler.changeOpaque(key(), { delta: { type: 'thinking', text }, block, size: text.length }, line);
    if (Object.hasOwn(part, 'thoughtSignature')) close();
  }

  return {
    add(part, line) {
      const text = ownText(part, 'text');
      const call = ownObject(part, 'functionCall');
      const thoughtSignature = ownText(part, 'thoughtSignature');
      if (call !== undefined) {
        if (thoughtSignature !== undefined) {
          addWhole((at) => assembler.openOpaque(at, 'other', { thoughtSignature }));
        }
        const id = ownText(call, 'id') ?? '';
        const identity = { id: id === '' ? undefined : id, name: ownText(call, 'name') ?? '' };
        addWhole((at) => assembler.openCall(at, { ...identity, startInput: getOwn(call, 'args') }));
      } else if (text !== undefined && getOwn(part, 'thought') === true) {
        addThought(part, text, line);
      } else if (text !== undefined) {
        addText(text, line);
        if (thoughtSignature === undefined) return;
        addWhole((at) => assembler.openOpaque(at, 'other', { text: '', thoughtSignature }));
      } else {
        addWhole((at) => assembler.openOpaque(at, 'other', part));
      }
    },
    addGrounding(groundingMetadata) {
      addWhole((at) => assembler.openOpaque(at, 'other', { groundingMetadata }));
    },
    close,
  };
}
