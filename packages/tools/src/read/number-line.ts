const NUMBER_WIDTH = 6;

/** A line as the model sees it: its number right-aligned, a tab, the text. */
export function numberLine(lineNumber: number, text: string): string {
  return `${String(lineNumber).padStart(NUMBER_WIDTH)}\t${text}`;
}
