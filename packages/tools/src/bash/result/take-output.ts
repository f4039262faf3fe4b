import { statSync } from 'node:fs';
import type { CaptureFile } from '@sluice/core';
import { readTail } from '@sluice/process';
import type { BashText } from '../bash-data.ts';
import { isBinary } from '../../program-output/is-binary.ts';
import { visibleText } from '../../program-output/visible-text.ts';
import { collectOutput } from './collect-output.ts';
import { diskFullNote } from './disk-full.ts';

const SO_FAR_BYTES = 4_000;

export interface TakenOutput {
  readonly output: BashText;
  readonly notes: readonly string[];
}

/** The output of a command that has ended. */
export function takeOutput(capture: CaptureFile, bytes: number, maxChars: number): TakenOutput {
  try {
    // Checked before the file is removed, which frees space.
    const full = diskFullNote(capture.path);
    const output = collectOutput(capture, bytes, maxChars);
    if (full === undefined) return { output, notes: [] };
    return { output: output.kind === 'inline' ? output : { ...output, problem: full }, notes: [full] };
  } catch {
    const note = 'The output is lost: its file was removed while the command ran.';
    return { output: { kind: 'inline', text: '' }, notes: [note] };
  }
}

/** The end of what a running command has printed so far. */
export function outputSoFar({ path }: CaptureFile): TakenOutput {
  try {
    const { size } = statSync(path);
    const tail = readTail(path, SO_FAR_BYTES);
    if (isBinary(tail)) {
      return {
        output: { kind: 'inline', text: '' },
        notes: [`Its output so far, ${size} bytes, is binary.`],
      };
    }
    const text = visibleText(tail);
    const bytes = Math.min(size, SO_FAR_BYTES);
    const notes = size > SO_FAR_BYTES ? [`Showing the last ${bytes} of ${size} bytes of output so far.`] : [];
    return { output: { kind: 'inline', text }, notes };
  } catch {
    return { output: { kind: 'inline', text: '' }, notes: [] };
  }
}
