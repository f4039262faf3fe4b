const NUMBER_WIDTH = 6;

/** A line as the model sees it: its number right-aligned, a tab, the text. */
export function numberLine(lineNumber: number, text: string): string {
  return `${String(lineNumber).padStart(NUMBER_WIDTH)}\t${text}`;
}

/** UTF-8 bytes of a numbered line whose text has so many. */
export function numberedBytes(lineNumber: number, textBytes: number): number {
  return Math.max(NUMBER_WIDTH, String(lineNumber).length) + 1 + textBytes;
}
