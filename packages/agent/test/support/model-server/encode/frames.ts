import { isBlock, type Message } from '../message.ts';
import type { Mark } from '../recorded-request.ts';
import type { Block, Break, MessageAnswer, Pause, Piece } from '../script.ts';
import type { Encoder } from './encoder.ts';

/** What the server does next with an answer. */
export type Frame =
  | {
      readonly type: 'bytes';
      readonly bytes: string | Uint8Array;
      readonly mark?: Pick<Mark, 'what' | 'block'>;
    }
  | Pause
  | Extract<Break, { type: 'cut' | 'silence' | 'end' }>;

/** The stream of a message, up to where the script breaks it off. */
export function* streamFrames(answer: MessageAnswer, message: Message, encoder: Encoder): Generator<Frame> {
  yield bytes(encoder.start());
  let index = -1;
  for (const item of answer.content) {
    if (!isBlock(item)) {
      if (yield* framesOfPiece(item, encoder, () => '')) return;
      continue;
    }
    index += 1;
    const block = message.blocks[index];
    if (block === undefined) throw new Error('The message lacks a block of its script.');
    const at = index;
    yield bytes(encoder.open(block, at), { what: 'block-start', block: at });
    for (const piece of piecesOf(item)) {
      if (yield* framesOfPiece(piece, encoder, (text) => encoder.piece(block, at, text))) return;
    }
    yield bytes(encoder.close(block, at), { what: 'block-stop', block: at });
  }
  yield bytes(encoder.end(), { what: 'end', block: -1 });
}

/** Returns whether the answer is over. */
function* framesOfPiece(
  piece: Piece,
  encoder: Encoder,
  encode: (text: string) => string,
): Generator<Frame, boolean> {
  if (typeof piece === 'string') {
    yield bytes(encode(piece));
    return false;
  }
  switch (piece.type) {
    case 'ping':
      yield bytes(encoder.ping());
      return false;
    case 'raw':
      yield bytes(piece.text);
      return false;
    case 'error':
      yield bytes(encoder.error(piece.error));
      yield { type: 'end' };
      return true;
    case 'gate':
    case 'wait':
      yield piece;
      return false;
    case 'cut':
    case 'silence':
    case 'end':
      yield piece;
      return true;
    default:
      return piece satisfies never;
  }
}

function bytes(text: string, mark?: Pick<Mark, 'what' | 'block'>): Frame {
  return { type: 'bytes', bytes: text, ...(mark === undefined ? {} : { mark }) };
}

/** All pieces of an answer that is not streamed: only its pauses and breaks matter. */
export function* wholeFrames(answer: MessageAnswer, body: string): Generator<Frame> {
  for (const item of answer.content) {
    for (const piece of isBlock(item) ? piecesOf(item) : [item]) {
      if (typeof piece === 'string' || piece.type === 'ping' || piece.type === 'raw') continue;
      yield piece.type === 'error' ? { type: 'cut' } : piece;
      if (piece.type !== 'gate' && piece.type !== 'wait') return;
    }
  }
  yield bytes(body, { what: 'end', block: -1 });
}

export function piecesOf(block: Block): readonly Piece[] {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return typeof block.text === 'string' ? [block.text] : block.text;
    case 'redacted':
      return [];
    case 'call':
      return block.pieces ?? [JSON.stringify(block.input)];
    default:
      return block satisfies never;
  }
}
