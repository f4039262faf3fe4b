const NUMBER_WIDTH = 6;

/** A line as the model sees it: its number right-aligned, a tab, the text. */
export function numberLine(lineNumber: number, text: string): string {
  return `${String(lineNumber).padStart(NUMBER_WIDTH)}\t${text}`;
}

/** UTF-8 bytes of a numbered line, given those of its text. */
export function numberedBytes(lineNumber: number, textBytes: number): number {
  return Math.max(NUMBER_WIDTH, String(lineNumber).length) + 1 + textBytes;
}
