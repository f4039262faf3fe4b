import { getOwn, isJsonObject } from '@sluice/core';
import type { MessageAssembler } from '../message-assembler.ts';
import { ownObject, ownText } from '../own-value.ts';
import { parseJson } from '../parse-json.ts';

/** The calls of one Chat Completions message. Their pieces carry an index, an id, both, or neither. */
export interface ChatToolCalls {
  /** The pieces of one chunk. */
  add(pieces: readonly unknown[], line: number): void;
  /** Opens calls that have only a name so far, so that a lost event rejects them too. */
  openAll(): void;
  /** The calls have ended. With `isCut`, the model was stopped, and open calls are rejected. */
  finish(isCut: boolean): void;
}

interface PendingCall {
  readonly key: string;
  readonly index: number | undefined;
  id: string;
  name: string;
  hasArguments: boolean;
  status: 'announced' | 'open' | 'closed';
}

interface Piece {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** It is the first one in its chunk. */
  readonly isFirst: boolean;
}

/**
 * A call closes when the next one begins if its input is complete by then, and otherwise at the end: some
 * servers announce all calls first and send their inputs later. A piece without a name continues the call
 * with its index, or the last one. A piece with a name starts a call if its index is new, missing, or already
 * used for another id or a complete input.
 */
export function createChatToolCalls(assembler: MessageAssembler): ChatToolCalls {
  const pending = new Set<PendingCall>();
  const byIndex = new Map<number, PendingCall>();
  let last: PendingCall | undefined;
  let count = 0;

  function openOne(call: PendingCall, startInput?: unknown): void {
    if (call.status !== 'announced') return;
    call.status = 'open';
    assembler.openCall(call.key, { id: call.id === '' ? undefined : call.id, name: call.name, startInput });
  }

  /** Calls that were announced earlier are opened first, regardless of the order of their inputs. */
  function open(call: PendingCall, startInput?: unknown): void {
    if (call.status !== 'announced') return;
    for (const earlier of pending) {
      if (earlier === call) break;
      openOne(earlier);
    }
    openOne(call, startInput);
  }

  function close(call: PendingCall, isCut: boolean): void {
    openOne(call);
    pending.delete(call);
    call.status = 'closed';
    if (isCut) assembler.cut(call.key);
    else assembler.close(call.key);
  }

  function begin(index: number | undefined): PendingCall {
    if (last !== undefined && last.status === 'open' && isComplete(last)) close(last, false);
    count += 1;
    const call: PendingCall = {
      key: `call ${count}`,
      index,
      id: '',
      name: '',
      hasArguments: false,
      status: 'announced',
    };
    pending.add(call);
    if (index !== undefined) byIndex.set(index, call);
    last = call;
    return call;
  }

  function isComplete(call: PendingCall): boolean {
    const block = assembler.block(call.key);
    if (block?.kind !== 'call') return false;
    return block.text === '' ? block.startInput !== undefined : isWholeObject(block.text);
  }

  /** True if a piece that has a name can't belong to this call. */
  function isOther(call: PendingCall, { index, id, name, input, isFirst }: Piece): boolean {
    if (call.status === 'closed') return true;
    if (id !== '' && call.id !== '' && id !== call.id) return true;
    if (index === undefined) return !isFirst || (call.hasArguments && id === '');
    if (!call.hasArguments) return false;
    return name !== call.name || (typeof input === 'string' && input.startsWith('{') && isComplete(call));
  }

  function addPiece(piece: Piece, line: number): void {
    const { index, id, name, input } = piece;
    const before = index === undefined ? last : byIndex.get(index);
    const isStray = name === '' && (before === undefined ? id === '' : before.status === 'closed');
    if (isStray) {
      const text = 'A part of a tool call belongs to no open call; ignored.';
      return assembler.problemOnce('stray tool call', 'not-a-message', text, line);
    }
    const call = before === undefined || (name !== '' && isOther(before, piece)) ? begin(index) : before;
    if (call.id === '') call.id = id;
    // A name arrives in pieces, or whole with each piece.
    if (!call.hasArguments && name !== call.name) call.name += name;
    if (input === undefined || input === null || input === '') return;
    call.hasArguments = true;
    if (typeof input !== 'string') return open(call, input);
    open(call);
    assembler.addInput(call.key, input, line);
  }

  return {
    add(pieces, line) {
      for (const [position, piece] of pieces.entries()) {
        if (isJsonObject(piece)) addPiece(pieceOf(piece, position === 0), line);
      }
    },
    openAll() {
      for (const call of pending) openOne(call);
    },
    finish(isCut) {
      for (const call of pending) close(call, isCut);
    },
  };
}

function pieceOf(piece: object, isFirst: boolean): Piece {
  const index = getOwn(piece, 'index');
  const work = ownObject(piece, 'function') ?? {};
  return {
    index: typeof index === 'number' ? index : undefined,
    id: ownText(piece, 'id') ?? '',
    name: ownText(work, 'name') ?? '',
    input: getOwn(work, 'arguments'),
    isFirst,
  };
}

function isWholeObject(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  const json = parseJson(text);
  return json.ok && isJsonObject(json.value);
}
