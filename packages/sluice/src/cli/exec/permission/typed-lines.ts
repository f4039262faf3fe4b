/** Splits chunks of text into lines, each with whether it was started too early to be an answer. */
export interface TypedLines {
  push(text: string): void;
  /** A line was begun, and is not complete. */
  readonly isBegun: boolean;
  /** Marks a partly typed line as outdated; returns whether there is one that was not. */
  outdate(): boolean;
  /** Forgets a partly typed line: the terminal has discarded it. */
  drop(): void;
}

export function createTypedLines(onLine: (line: string, isOutdated: boolean) => void): TypedLines {
  let begun = '';
  let isOutdated = false;
  return {
    get isBegun() {
      return begun !== '';
    },
    push(text) {
      const pieces = text.split('\n');
      const rest = pieces.pop() ?? '';
      for (const piece of pieces) {
        const line = begun + piece;
        const wasOutdated = isOutdated;
        begun = '';
        isOutdated = false;
        onLine(line, wasOutdated);
      }
      begun += rest;
    },
    outdate() {
      const isNew = begun !== '' && !isOutdated;
      isOutdated = begun !== '';
      return isNew;
    },
    drop() {
      begun = '';
      isOutdated = false;
    },
  };
}
