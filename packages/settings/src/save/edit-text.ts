import type { FormattingOptions } from 'jsonc-parser';

/** Values to set; undefined removes. Creates missing objects along the path. */
export interface TextChange {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  /** The path ends in an index to insert the value at. */
  readonly isInsertion?: boolean;
}

/** Changes a JSON text and keeps everything else as its author wrote it: order, indentation, line endings. */
export async function editText(text: string, changes: readonly TextChange[]): Promise<string> {
  // Loading it takes 4 ms, a tenth of the command's startup, and most runs save nothing.
  const { applyEdits, modify } = await import('jsonc-parser');
  const formattingOptions = formatOf(text);
  return changes.reduce((before, { path, value, isInsertion = false }) => {
    const edits = modify(before, [...path], value, { formattingOptions, isArrayInsertion: isInsertion });
    return applyEdits(before, edits);
  }, text);
}

function formatOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)["\]}[{]/.exec(text.slice(0, 65_536))?.[1] ?? '  ';
  return {
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    insertSpaces: !indent.startsWith('\t'),
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
