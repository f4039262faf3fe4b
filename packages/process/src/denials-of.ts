import type { CommandEnd, CommandRequest } from './command.ts';
import { readHead, readTail } from './read-ends.ts';
import { findDenials } from './sandbox/find-denials.ts';
import type { SandboxDenial } from './sandbox/sandbox-denial.ts';

const HEAD_BYTES = 16_384;
const TAIL_BYTES = 65_536;

/** What a command that did not succeed was kept from, by the beginning and the end of its output. */
export function denialsOf(request: CommandRequest, end: CommandEnd): readonly SandboxDenial[] {
  const { sandbox, cwd, outputPath, errorPath = outputPath } = request;
  if (sandbox === undefined || (end.status === 'exited' && end.code === 0)) return [];
  try {
    const tail = readTail(errorPath, TAIL_BYTES);
    const head = Buffer.byteLength(tail) < TAIL_BYTES ? '' : readHead(errorPath, HEAD_BYTES);
    return findDenials(`${head}\n${tail}`, sandbox, cwd);
  } catch {
    return [];
  }
}
