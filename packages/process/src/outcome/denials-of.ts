import type { CommandEnd, CommandRequest } from '../command.ts';
import { readHead, readTail } from '../files/read-ends.ts';
import { findDenials } from '../sandbox/find-denials.ts';
import type { SandboxDenial } from '../sandbox/sandbox-denial.ts';
import { sureLines } from '../sandbox/sure-lines.ts';

const HEAD_BYTES = 16_384;
const TAIL_BYTES = 65_536;

/** What the sandbox denied a command, from the beginning and the end of its output. */
export function denialsOf(request: CommandRequest, end: CommandEnd): readonly SandboxDenial[] {
  const { command, sandbox, cwd, outputPath, errorPath = outputPath } = request;
  if (sandbox === undefined) return [];
  const isWell = end.status === 'exited' && end.code === 0;
  // A command known to only read can't be denied writes: any refusals it prints are content that it read.
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
