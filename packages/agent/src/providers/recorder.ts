import { appendFileSync, closeSync, fstatSync, openSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { errorText } from '@sluice/base';
import type { Clock } from '@sluice/core';
import type { ModelFormat } from '../stream/model-format.ts';
import type { Redactor } from './redactor.ts';
import { RECORDING_VERSION, type RecordedChunk } from './recording.ts';

/** Records what servers answer, and never what they were sent. */
export interface Recorder {
  /** Call it when the request is sent, so that the first chunk is timed. */
  answer(api: ModelFormat): RecordedTap;
}

interface RecordedTap {
  chunk(bytes: Uint8Array): void;
  /** If it is never called, nothing is written: no server answered. */
  end(status: number): void;
}

interface RecorderOptions {
  readonly clock: Clock;
  /** Redacts secrets. */
  readonly redactor: Pick<Redactor, 'pieces'>;
  readonly warn: (text: string) => void;
}

const COMMENT =
  'Responses of a model server, one per line; play them with --model replay:FILE. See docs/recordings.md.';

/** Appends each answer to `file` when it has ended. A new file is readable only by its owner. */
export function createRecorder(file: string, { clock, redactor, warn }: RecorderOptions): Recorder {
  let hasFailed = false;

  function append(line: string): void {
    if (hasFailed) return;
    try {
      const descriptor = openSync(file, 'a', 0o600);
      try {
        const head = { sluiceRecording: RECORDING_VERSION, comment: COMMENT };
        const first = fstatSync(descriptor).size === 0 ? `${JSON.stringify(head)}\n` : '';
        appendFileSync(descriptor, `${first}${line}\n`);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      hasFailed = true;
      const reason = errorText(error);
      warn(`Recording stopped (SLUICE_RECORD): ${reason}`);
    }
  }

  return {
    answer(api) {
      const chunks: RecordedChunk[] = [];
      const decoder = new StringDecoder('utf8');
      const pieces = redactor.pieces();
      let last = clock.now();
      const add = (text: string): void => {
        if (text === '') return;
        const now = clock.now();
        chunks.push([Math.round(now - last), text]);
        last = now;
      };
      return {
        chunk(bytes) {
          const text = decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
          add(pieces.push(text));
        },
        end(status) {
          add(pieces.push(decoder.end()) + pieces.end());
          append(JSON.stringify({ api, status, chunks }));
        },
      };
    },
  };
}
