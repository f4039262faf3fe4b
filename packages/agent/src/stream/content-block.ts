import { isJsonObject, type AssistantBlock, type FeedItem, type JsonObject } from '@sluice/core';
import type { DecodedEvent } from './decoded-event.ts';
import { parseJson } from './parse-json.ts';

/**
 * A content block of a streamed message between its start and its stop. `index` is the index in its events.
 */
export type ContentBlockState = TextBlockState | CallBlockState | OpaqueBlockState;

interface TextBlockState {
  readonly kind: 'text';
  readonly index: number;
  text: string;
  /** It has exceeded the limit; the rest is dropped. */
  isDamaged: boolean;
}

interface CallBlockState {
  readonly kind: 'call';
  readonly index: number;
  readonly id: string | undefined;
  readonly name: string;
  /** The `input` in the block's start; used if no text follows. */
  startInput: unknown;
  text: string;
  /** Part of the input was lost, so what remains may be a different call than the model made. */
  isDamaged: boolean;
}

/** An opaque block; `block` is its state so far. */
interface OpaqueBlockState {
  readonly kind: 'opaque';
  readonly index: number;
  readonly api: string;
  readonly of: 'thinking' | 'other';
  block: JsonObject;
  /** Characters added by deltas. */
  size: number;
  /** The JSON text of its input, for a tool that the API runs itself. */
  inputText: string;
  /** Part of it was lost; the API would reject the rest. */
  isDamaged: boolean;
}

type BlockEnd = Extract<DecodedEvent, { type: 'block-stop' | 'block-cut' }>;
type CallItem = Extract<FeedItem, { type: 'call' }>;

/** The block as its start describes it; fields that arrive in deltas are empty. */
export function startedBlock(state: ContentBlockState): AssistantBlock {
  switch (state.kind) {
    case 'text':
      return { type: 'text', text: '' };
    case 'call':
      return { type: 'tool_use', id: state.id ?? '', name: state.name, input: {} };
    case 'opaque':
      return { type: 'opaque', api: state.api, kind: state.of, block: state.block };
    default:
      return state satisfies never;
  }
}

/** How a closed block ends; one that lacks a part ends as if it had been cut off. */
export function blockStop(state: ContentBlockState): BlockEnd {
  const { index } = state;
  switch (state.kind) {
    case 'text':
      return { type: 'block-stop', index, block: { type: 'text', text: state.text }, call: undefined };
    case 'call': {
      if (state.isDamaged) return blockCut(state, false);
      const given = inputOf(state);
      const block = callBlock(state, 'input' in given ? given.input : (parsedObject(given.inputText) ?? {}));
      return {
        type: 'block-stop',
        index,
        block,
        call: { type: 'call', id: state.id, name: state.name, ...given },
      };
    }
    case 'opaque': {
      const input = state.inputText === '' ? undefined : parsedObject(state.inputText);
      if (state.isDamaged || (state.inputText !== '' && input === undefined)) return blockCut(state, false);
      const block = input === undefined ? state.block : { ...state.block, input };
      return { type: 'block-stop', index, block: opaqueBlock(state, block), call: undefined };
    }
    default:
      return state satisfies never;
  }
}

/** How a block ends that may be incomplete: a call is rejected, with a result. */
export function blockCut(state: ContentBlockState, isAtEnd: boolean): BlockEnd {
  const common = { type: 'block-cut', index: state.index, isAtEnd } as const;
  switch (state.kind) {
    case 'text':
      return { ...common, block: { type: 'text', text: state.text }, call: undefined };
    case 'call': {
      const { id, name, text } = state;
      const call: CallItem = { type: 'call', id, name, inputText: text, isUnclosed: true };
      return { ...common, block: callBlock(state, {}), call };
    }
    case 'opaque':
      return { ...common, block: opaqueBlock(state, state.block), call: undefined };
    default:
      return state satisfies never;
  }
}

function callBlock(state: CallBlockState, input: unknown): AssistantBlock {
  return {
    type: 'tool_use',
    id: state.id ?? '',
    name: state.name,
    input: isJsonObject(input) ? input : {},
  };
}

function opaqueBlock(state: OpaqueBlockState, block: JsonObject): AssistantBlock {
  return { type: 'opaque', api: state.api, kind: state.of, block };
}

function inputOf(state: CallBlockState): { readonly input: unknown } | { readonly inputText: string } {
  const { startInput, text } = state;
  return text === '' && !isEmptyInput(startInput) ? { input: startInput } : { inputText: text };
}

function parsedObject(text: string): JsonObject | undefined {
  const json = parseJson(text);
  return json.ok && isJsonObject(json.value) ? json.value : undefined;
}

function isEmptyInput(input: unknown): boolean {
  if (input === undefined || input === null || input === '') return true;
  return isJsonObject(input) && Object.keys(input).length === 0;
}
