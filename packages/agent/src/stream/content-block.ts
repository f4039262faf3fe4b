import { isJsonObject, type AssistantBlock, type FeedItem, type JsonObject } from '@sluice/core';
import type { DecodedEvent } from './decoded-event.ts';
import { parseJson } from './parse-json.ts';

/** A content block of a streamed message between its start and its stop. `index` is the one that its events carry. */
export type ContentBlockState = TextBlockState | CallBlockState | OpaqueBlockState;

export interface TextBlockState {
  readonly kind: 'text';
  readonly index: number;
  text: string;
  /** It has grown over the cap; the rest is left out. */
  isDamaged: boolean;
}

export interface CallBlockState {
  readonly kind: 'call';
  readonly index: number;
  readonly id: string | undefined;
  readonly name: string;
  /** What the start of the block carried as `input`; counts when no text follows. */
  startInput: unknown;
  text: string;
  /** A part of the input was lost, so what is left may be another call than the model made. */
  isDamaged: boolean;
}

/** A block that only its API understands; `block` is what it is so far. */
export interface OpaqueBlockState {
  readonly kind: 'opaque';
  readonly index: number;
  readonly api: string;
  readonly of: 'thinking' | 'other';
  block: JsonObject;
  /** Characters that its deltas brought. */
  size: number;
  /** The JSON text of its input, of a tool that the API runs itself. */
  inputText: string;
  /** A part was lost: the API would refuse what is left. */
  isDamaged: boolean;
}

type BlockEnd = Extract<DecodedEvent, { type: 'block-stop' | 'block-cut' }>;
type CallItem = Extract<FeedItem, { type: 'call' }>;

/** The block as its start tells it: what comes by deltas is empty. */
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

/** How a block ends that was closed; one that lacks a part ends as if it were cut. */
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

/** How a block ends that can't be trusted to be whole: a call is refused, with a result. */
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
