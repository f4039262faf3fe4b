import { join } from 'node:path';
import { readContextFile } from '@sluice/agent';
import { presentItems } from '@sluice/base';
import type { ContextFileGate } from '@sluice/core';

/** What `/loop` repeats when it is given no prompt. */
export type LoopFile =
  | { readonly ok: true; readonly prompt: string; readonly path: string }
  /** It can't be used: a sentence that names the file. */
  | { readonly ok: false; readonly message: string };

interface LoopFilePlaces {
  /** The top of the project. Undefined: the project's files don't count. */
  readonly root: string | undefined;
  /** `~/.claude`. Undefined: the user's files don't count. */
  readonly userDirectory: string | undefined;
  readonly gate: ContextFileGate;
}

/** Bytes (agents.md 8). */
const MAX_BYTES = 25_000;

/** `.claude/loop.md` of the project, or else the user's. Undefined: there is neither. */
export function readLoopFile({ root, userDirectory, gate }: LoopFilePlaces): LoopFile | undefined {
  const places = presentItems([
    root === undefined ? undefined : { path: join(root, '.claude/loop.md'), scope: { directory: root } },
    userDirectory === undefined
      ? undefined
      : { path: join(userDirectory, 'loop.md'), scope: 'person' as const },
  ]);
  for (const { path, scope } of places) {
    const read = readContextFile({ path, gate, scope, maxBytes: MAX_BYTES });
    if (read.status === 'absent') continue;
    if (read.status === 'left-out') return { ok: false, message: `${path} is not used: ${read.reason}.` };
    const prompt = read.text.trim();
    return prompt === ''
      ? { ok: false, message: `${path} is empty: write the prompt of the loop there.` }
      : { ok: true, prompt, path };
  }
  return undefined;
}
