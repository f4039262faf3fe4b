import { sealLine, type JournalEnd } from './line-seal.ts';

/** Numbers and chains lines as they are written. */
export interface LineSealer {
  /** The lines to write to the file, each with its newline. */
  seal(lines: readonly string[]): readonly string[];
  /** This many of the last sealed lines are complete in the file; the next lines follow these. */
  written(count: number): void;
}

/** @param onEnd called with each new end of the file. Must not throw. */
export function createLineSealer(start: JournalEnd, onEnd: (end: JournalEnd) => void): LineSealer {
  let end = start;
  let ends: JournalEnd[] = [];
  return {
    seal(lines) {
      ends = [];
      let last = end;
      return lines.map((json) => {
        const sealed = sealLine(json, last);
        last = sealed.end;
        ends.push(last);
        return `${sealed.line}\n`;
      });
    },
    written(count) {
      const reached = ends[count - 1];
      if (reached === undefined) return;
      end = reached;
      onEnd(end);
    },
  };
}
