import { DENIED_LEFT_OUT } from '../ripgrep/denies-reading.ts';
import type { GrepInput } from './grep-input.ts';
import type { GrepOutput } from './grep-output.ts';

/** The result for the model: one entry per line, then notes about the rest. */
export function grepText(output: GrepOutput, input: GrepInput): string {
  const lines: string[] = [];
  const body = output.mode === 'files_with_matches' ? output.filenames.join('\n') : (output.content ?? '');
  lines.push(output.numFiles > 0 ? body : nothingFound(output, input));
  if (output.mode === 'count' && output.numFiles > 0) lines.push(countTotal(output, input));
  const cut = cutNotice(output);
  if (cut !== undefined) lines.push(cut);
  if (output.timedOut === true) {
    lines.push(
      '(The search reached its time limit, so entries may be missing. Narrow it by path, glob or type.)',
    );
  }
  for (const note of output.notes ?? []) lines.push(`(${note})`);
  return lines.join('\n');
}

function nothingFound(output: GrepOutput, input: GrepInput): string {
  if (output.appliedOffset !== undefined && output.totalFiles !== 0) {
    const total = totalEntries(output);
    return `No entries at this offset (${output.appliedOffset}${total === undefined ? '' : ` of ${total}`}).`;
  }
  if (output.timedOut === true) return 'No matches found yet.';
  const denied = output.leavesOutDenied === true ? ` ${DENIED_LEFT_OUT}` : '';
  if (output.totalFiles === undefined) return `No matches found in what could be searched.${denied}`;
  if ((output.notes?.length ?? 0) > 0) return 'No lines to show.';
  const filters = [input.glob, input.type].filter((filter) => filter !== undefined);
  if (filters.length === 0) return `No matches found.${denied}`;
  const list = filters.join(' and ');
  const shown = list.length <= SHOWN_FILTERS ? list : `${list.slice(0, SHOWN_FILTERS)}…`;
  return `No matches found in files of ${shown}.${input.glob === undefined ? '' : globHint(input.glob, output.globIsFolder === true)}${denied}`;
}

const SHOWN_FILTERS = 200;

/** A list of globs is one glob to rg, and the name of a directory matches no file in it: both find nothing. */
function globHint(glob: string, isFolder: boolean): string {
  const globs = glob.split(/[\s,]+/).filter((part) => part !== '');
  if (glob.length > SHOWN_FILTERS || glob.includes('{')) return '';
  if (globs.length > 1) return ` That is one glob; write several as "{${globs.join(',')}}".`;
  return isFolder ? ` For all files in a directory, use "${glob.replace(/\/+$/, '')}/**".` : '';
}

function countTotal(output: GrepOutput, input: GrepInput): string {
  const matches = output.numMatches ?? 0;
  // A match that spans lines counts once.
  const counted =
    input.multiline === true
      ? `${matches} match${matches === 1 ? '' : 'es'}`
      : plural(matches, 'matching line');
  return output.totalFiles === undefined
    ? `(At least ${counted}.)`
    : `(Total: ${counted} in ${plural(output.totalFiles, 'file')}.)`;
}

function cutNotice(output: GrepOutput): string | undefined {
  if (output.appliedLimit === undefined) return undefined;
  const offset = output.appliedOffset ?? 0;
  const total = totalEntries(output);
  const next = offset + output.appliedLimit;
  return `(Entries ${offset + 1} to ${next}${total === undefined ? '; there are more' : ` of ${total}`}. Continue with offset ${next}.)`;
}

function totalEntries(output: GrepOutput): number | undefined {
  return output.mode === 'content' ? output.totalLines : output.totalFiles;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
