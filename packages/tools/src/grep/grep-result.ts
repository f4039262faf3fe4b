import type { PathNames } from '../ripgrep/path-names.ts';
import { contentLines, MAX_LINE_CHARACTERS } from './content-lines.ts';
import { contextLines } from './grep-arguments.ts';
import type { GrepInput } from './grep-input.ts';
import type { GrepOutput } from './grep-output.ts';
import type { SearchResult } from './search.ts';

interface Found extends SearchResult {
  /** `glob` names a directory. */
  readonly globIsFolder: boolean;
  /** Rules may have hidden files. */
  readonly leavesOutDenied: boolean;
  /** Parts that could not be searched. */
  readonly leftOut: string | undefined;
}

/** Converts what was found to the tool's output. */
export function grepResult(input: GrepInput, found: Found, names: PathNames): GrepOutput {
  const mode = input.output_mode ?? 'files_with_matches';
  const entries = found.page.entries();
  const filenames = [...new Set(entries.map((entry) => entry.path))].map((path) => names.shown(path));
  const { before, after } = contextLines(input);
  const isComplete = found.isComplete && found.leftOut === undefined;
  const notes: string[] = [];
  const output: GrepOutput = { mode, numFiles: filenames.length, filenames };

  if (mode === 'content') {
    const layout = {
      shown: names.shown,
      hasLineNumbers: input['-n'] !== false,
      hasContext: before + after > 0,
    };
    const lines = contentLines(entries, layout);
    output.content = lines.text;
    output.numLines = entries.length;
    if (isComplete) output.totalLines = found.entries;
    if (lines.isCut)
      notes.push(`Lines are cut at ${MAX_LINE_CHARACTERS} characters; -o shows the matching part.`);
  }
  if (mode === 'count') {
    output.content = entries.map(({ path, body }) => `${names.shown(path)}:${body}`).join('\n');
    output.numMatches = found.matches;
  }
  if (isComplete) output.totalFiles = found.files;
  if (found.page.isCut()) output.appliedLimit = entries.length;
  if ((input.offset ?? 0) > 0) output.appliedOffset = input.offset;
  if (found.end.status === 'stopped' && found.end.by === 'time-limit') output.timedOut = true;
  if (entries.length === 0) {
    if (found.globIsFolder) output.globIsFolder = true;
    if (found.leavesOutDenied) output.leavesOutDenied = true;
  }
  for (const path of found.binaryFiles.slice(0, 3)) {
    notes.push(
      `${names.shown(path)} is a binary file with a match; its lines after the first NUL byte are left out.`,
    );
  }
  if (found.leftOut !== undefined) notes.push(`${found.leftOut}.`);
  if (notes.length > 0) output.notes = notes;
  return output;
}
