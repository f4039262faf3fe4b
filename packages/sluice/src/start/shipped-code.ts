import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeKeptCode, keptCodeName } from './kept-code.ts';

/** Compiled code that the package contains. */
export interface ShippedCode {
  /** Undefined: there is none for this version of Node, or it is damaged. */
  read(chunk: string): Buffer | undefined;
}

/** Made by the build, next to the chunks, and trusted as they are. Never written by the program. */
export function shippedCode(directory: string): ShippedCode {
  return {
    read(chunk) {
      const path = join(directory, keptCodeName(chunk));
      try {
        // Reading a pipe would block the program.
        return statSync(path).isFile() ? decodeKeptCode(readFileSync(path))?.data : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
