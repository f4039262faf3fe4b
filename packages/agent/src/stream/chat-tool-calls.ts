import { getOwn, isJsonObject } from '@sluice/core';
import type { MessageAssembler } from './message-assembler.ts';
import { ownObject, ownText } from './own-value.ts';
import { parseJson } from './parse-json.ts';

/** The calls of one message of Chat Completions, whose pieces carry an index, an id, both or neither. */
export interface ChatToolCalls {
  /** The pieces of one chunk. */
  add(pieces: readonly unknown[], line: number): void;
  /** Opens calls of which only the name has come, so that a lost event refuses them too. */
  openAll(): void;
  /** Everything of the calls has come. With `isCut` the model was stopped: what is open is refused. */
  finish(isCut: boolean): void;
}

interface PendingCall {
  readonly key: string;
  readonly index: number | undefined;
  id: string;
  name: string;
  hasArguments: boolean;
  isOpened: boolean;
}

/**
 * A call is closed when the next one begins, if its input is complete by then, else at the end: some servers announce
 * all calls first and send their inputs afterwards. A name begins a call where the index is new, or missing, or used
 * for another id; a piece without a name goes on with the call of its index, or with the last one.
 */
export function createChatToolCalls(assembler: MessageAssembler): ChatToolCalls {
  const pending: PendingCall[] = [];
  let count = 0;

  function open(call: PendingCall, startInput?: unknown): void {
    if (call.isOpened) return;
    call.isOpened = true;
    assembler.openCall(call.key, { id: call.id === '' ? undefined : call.id, name: call.name, startInput });
  }

  function begin(index: number | undefined): PendingCall {
    closeComplete();
    count += 1;
    const call: PendingCall = {
      key: `call ${count}`,
      index,
      id: '',
      name: '',
      hasArguments: false,
      isOpened: false,
    };
    pending.push(call);
    return call;
  }

  function closeComplete(): void {
    const rest = pending.filter((call) => {
      const block = call.isOpened ? assembler.block(call.key) : undefined;
      const isComplete = block?.kind === 'call' && (block.text !== '' || block.startInput !== undefined);
      if (!isComplete || (block.text !== '' && !isWholeObject(block.text))) return true;
      assembler.close(call.key);
      return false;
    });
    pending.splice(0, pending.length, ...rest);
  }

  function find(
    index: number | undefined,
    id: string,
    name: string,
    isFirst: boolean,
  ): PendingCall | undefined {
    const call =
      index === undefined ? pending.at(-1) : pending.findLast((candidate) => candidate.index === index);
    if (call === undefined || name === '') return call;
    if (index === undefined && (!isFirst || (id === '' && call.hasArguments))) return undefined;
    return id !== '' && call.id !== '' && id !== call.id ? undefined : call;
  }

  function addPiece(piece: object, isFirst: boolean, line: number): void {
    const given = getOwn(piece, 'index');
    const index = typeof given === 'number' ? given : undefined;
    const work = ownObject(piece, 'function') ?? {};
    const id = ownText(piece, 'id') ?? '';
    const name = ownText(work, 'name') ?? '';
    const found = find(index, id, name, isFirst);
    if (found === undefined && name === '' && id === '') {
      const text = 'A piece of a tool call belongs to no call that is open; ignored.';
      assembler.problemOnce('stray tool call', 'not-a-message', text, line);
      return;
    }
    const call = found ?? begin(index);
    if (call.id === '') call.id = id;
    // A name comes in pieces, or whole with each piece.
    if (!call.hasArguments && name !== call.name) call.name += name;
    addArguments(call, getOwn(work, 'arguments'), line);
  }

  function addArguments(call: PendingCall, value: unknown, line: number): void {
    if (value === undefined || value === null || value === '') return;
    call.hasArguments = true;
    if (typeof value === 'string') {
      open(call);
      assembler.addInput(call.key, value, line);
    } else {
      open(call, value);
    }
  }

  return {
    add(pieces, line) {
      for (const [position, piece] of pieces.entries()) {
        if (isJsonObject(piece)) addPiece(piece, position === 0, line);
      }
    },
    openAll() {
      for (const call of pending) open(call);
    },
    finish(isCut) {
      for (const call of pending) {
        open(call);
        if (isCut) assembler.cut(call.key);
        else assembler.close(call.key);
      }
      pending.length = 0;
    },
  };
}

function isWholeObject(text: string): boolean {
  const json = parseJson(text);
  return json.ok && isJsonObject(json.value);
}
