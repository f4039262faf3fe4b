import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeKeptCode, keptCodeName } from './kept-code.ts';

/** Compiled code that the package contains. */
export interface ShippedCode {
  /** Undefined: there is none for this version of Node, or it is damaged. */
  read(chunk: string): Buffer | undefined;
}

/**
 * Made by the build, next to the chunks, and trusted as they are. Never written by the program.
 * @param command it has code of its own for some chunks, with fewer functions: what V8 takes in is what a start costs. Default: none has
 */
export function shippedCode(directory: string, command?: string): ShippedCode {
  return {
    read(chunk) {
      const own = command === undefined ? undefined : readCode(join(directory, codeNameFor(chunk, command)));
      return own ?? readCode(join(directory, keptCodeName(chunk)));
    },
  };
}

/** The file of a chunk's code for one command. */
export function codeNameFor(chunk: string, command: string): string {
  return `${keptCodeName(chunk)}-${command}`;
}

function readCode(path: string): Buffer | undefined {
  try {
    // Reading a pipe would block the program.
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
      ? decodeKeptCode(readFileSync(path))?.data
      : undefined;
  } catch {
    return undefined;
  }
}
