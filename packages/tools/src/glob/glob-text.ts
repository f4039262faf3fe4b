import { DENIED_LEFT_OUT } from '../ripgrep/denies-reading.ts';
import type { GlobOutput } from './glob-output.ts';

/** The result for the model: one path per line, then notes about the rest. */
export function globText(output: GlobOutput, pattern: string): string {
  const lines = [...output.filenames];
  if (output.numFiles === 0) lines.push(nothingFound(output, pattern));
  if (output.truncated) {
    const total =
      output.countIsComplete === true ? String(output.totalMatches) : `at least ${output.totalMatches}`;
    lines.push(
      `(The ${output.numFiles} newest of ${total} files. Narrow the pattern or path to see others.)`,
    );
  }
  if (output.timedOut === true) {
    lines.push('(The search reached its time limit, so files may be missing. Narrow the pattern or path.)');
  }
  for (const note of output.notes ?? []) lines.push(`(${note})`);
  return lines.join('\n');
}

const SHOWN_PATTERN = 200;

function shortened(pattern: string): string {
  return pattern.length <= SHOWN_PATTERN ? pattern : `${pattern.slice(0, SHOWN_PATTERN)}…`;
}

function nothingFound(output: GlobOutput, pattern: string): string {
  if (output.timedOut === true) return 'No files found yet.';
  const level = pattern.includes('**')
    ? ''
    : ` "${shortened(pattern)}" matches at that one level only; put "**/" before a name to find it at any depth. Directories are not listed.`;
  const brackets = /(?<!\\)\[/.test(pattern)
    ? ' "[" starts a set of characters; write "\\[" for a bracket in a name.'
    : '';
  const denied = output.leavesOutDenied === true ? ` ${DENIED_LEFT_OUT}` : '';
  return `No files found.${level}${brackets}${denied}`;
}
