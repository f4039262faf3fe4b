import { getOwn, isJsonObject, type FeedItem } from '@sluice/core';
import { toolUseIdentity } from './tool-use-identity.ts';

/** A content block of a streamed message between its start and its stop. */
export type ContentBlockState =
  | {
      readonly kind: 'call';
      readonly id: string | undefined;
      readonly name: string;
      /** What the start of the block carried as `input`; counts when no text follows. */
      readonly startInput: unknown;
      text: string;
      /** A part of the input was lost, so what is left may be another call than the model made. */
      isDamaged: boolean;
    }
  /** Text, thinking, and tools that the API itself runs: nothing to carry out. */
  | { readonly kind: 'other' };

export type CallBlock = Extract<ContentBlockState, { kind: 'call' }>;

export function startBlock(block: object): ContentBlockState {
  if (getOwn(block, 'type') !== 'tool_use') return { kind: 'other' };
  const { id, name } = toolUseIdentity(block);
  return { kind: 'call', id, name, startInput: getOwn(block, 'input'), text: '', isDamaged: false };
}

/** The call of a block that was closed. */
export function closedCall(block: CallBlock): FeedItem {
  const { id, name, startInput, text, isDamaged } = block;
  if (isDamaged) return unclosedCall(block);
  if (text === '' && !isEmptyInput(startInput)) {
    return { type: 'call', id, name, input: { kind: 'value', value: startInput } };
  }
  return { type: 'call', id, name, input: { kind: 'text', text } };
}

/** The call of a block that can't be trusted to be whole: refused, with a result. */
export function unclosedCall(block: CallBlock): FeedItem {
  return { type: 'call', id: block.id, name: block.name, input: { kind: 'unclosed', text: block.text } };
}

function isEmptyInput(input: unknown): boolean {
  if (input === undefined || input === null || input === '') return true;
  return isJsonObject(input) && Object.keys(input).length === 0;
}
