import { existsSync } from 'node:fs';

let answer: boolean | undefined;

/** Whether the file system of the programs ignores case, as that of macOS does: `/BIN/SH` is `/bin/sh` there. */
export function areProgramsFoundInAnyCase(): boolean {
  return (answer ??= existsSync('/BIN/SH') || existsSync('/USR/BIN/ENV'));
}
