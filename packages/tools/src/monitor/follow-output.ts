import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** Bytes that are read at once; a watch of more in 200 ms falls behind, and ends at its limit of lines anyway. */
const CHUNK_BYTES = 256 * 1024;

/** Reads what has been added to a growing file since the last time. */
export class FollowedFile {
  readonly #path: string;
  readonly #decoder = new StringDecoder('utf8');
  readonly #buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  #offset = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Empty: nothing new, or the file is gone. At most 256 KiB. */
  read(): string {
    let file: number;
    try {
      file = openSync(this.#path, 'r');
    } catch {
      return '';
    }
    try {
      const size = readSync(file, this.#buffer, 0, CHUNK_BYTES, this.#offset);
      this.#offset += size;
      return this.#decoder.write(this.#buffer.subarray(0, size));
    } catch {
      return '';
    } finally {
      closeSync(file);
    }
  }
}
