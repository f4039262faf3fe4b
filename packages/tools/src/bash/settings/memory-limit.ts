import {
  findMemoryPlace,
  type CommandRequest,
  type CommandResult,
  type ProcessSession,
} from '@sluice/process';
import type { VariableWarning } from './variable-warning.ts';

export const MEMORY_VARIABLE = 'CLAUDE_CODE_TOOL_MEMORY_LIMIT';
/** Below this hardly a compiler starts, so it must be a mistake. */
const LEAST = 16 * 1024 ** 2;
const MAX = 2 ** 53;
const FACTORS: ReadonlyMap<string, number> = new Map(
  ['', 'k', 'm', 'g', 't'].map((unit, power) => [unit, 1024 ** power]),
);

interface MemoryLimit {
  /** For all commands together; undefined if there is no limit. */
  readonly limitBytes: number | undefined;
  readonly warnings: readonly VariableWarning[];
}

/** Reads `CLAUDE_CODE_TOOL_MEMORY_LIMIT`: bytes, or a number with k, m, g or t (powers of 1,024); `none` means no limit. */
export function readMemoryLimit(
  env: Readonly<Record<string, string | undefined>>,
  findPlace: typeof findMemoryPlace = findMemoryPlace,
): MemoryLimit {
  const text = env[MEMORY_VARIABLE]?.trim() ?? '';
  if (text === '' || text.toLowerCase() === 'none') return { limitBytes: undefined, warnings: [] };
  const ignore = (why: string): MemoryLimit => ({
    limitBytes: undefined,
    warnings: [{ variable: MEMORY_VARIABLE, text: `${MEMORY_VARIABLE} is ignored: ${why}` }],
  });
  const [, digits, unit = ''] = /^(\d{1,16}(?:\.\d{1,16})?)([kmgt]?)(?:i?b)?$/i.exec(text) ?? [];
  const bytes = Math.floor(Number(digits) * (FACTORS.get(unit.toLowerCase()) ?? Number.NaN));
  if (!(bytes >= LEAST && bytes <= MAX)) {
    return ignore(
      `${JSON.stringify(text.slice(0, 40))} is not a number of bytes of at least 16m, such as 2g or 2147483648; the memory of commands is not limited.`,
    );
  }
  const place = findPlace();
  return place.isAvailable
    ? { limitBytes: bytes, warnings: [] }
    : ignore(`The memory of commands can't be limited here. ${place.reason}`);
}

/** The same process session, with the limit on each command. */
export function limited(processes: ProcessSession, limitBytes: number | undefined): ProcessSession {
  if (limitBytes === undefined) return processes;
  const run = (request: CommandRequest): Promise<CommandResult> =>
    processes.run({ ...request, memoryLimitBytes: limitBytes });
  return { ...processes, run };
}
