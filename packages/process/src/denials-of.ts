import type { CommandEnd, CommandRequest } from './command.ts';
import { readHead, readTail } from './read-ends.ts';
import { findDenials } from './sandbox/find-denials.ts';
import type { SandboxDenial } from './sandbox/sandbox-denial.ts';
import { sureLines } from './sandbox/sure-lines.ts';

const HEAD_BYTES = 16_384;
const TAIL_BYTES = 65_536;

/** What a command was kept from, by the beginning and the end of its output. */
export function denialsOf(request: CommandRequest, end: CommandEnd): readonly SandboxDenial[] {
  const { command, sandbox, cwd, outputPath, errorPath = outputPath } = request;
  if (sandbox === undefined) return [];
  const isWell = end.status === 'exited' && end.code === 0;
  // What is known only to read has nothing to be kept from: what it prints of refusals is what it has read.
  if (isWell && sandbox.kind === 'read-only') return [];
  try {
    const tail = readTail(errorPath, TAIL_BYTES);
    const head = Buffer.byteLength(tail) < TAIL_BYTES ? '' : readHead(errorPath, HEAD_BYTES);
    const output = `${head}\n${tail}`;
    return findDenials(isWell ? sureLines(output) : output, sandbox, cwd, isWell ? '' : command);
  } catch {
    return [];
  }
}
