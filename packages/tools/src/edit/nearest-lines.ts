import type { Budget } from './search-budget.ts';

/** The place in a file with the longest run of a text's lines, ignoring trailing whitespace. */
interface NearestPlace {
  /** Line of the file where the run starts, starting at 0. */
  readonly line: number;
  /** Line of the text where it starts, starting at 0. */
  readonly from: number;
  /** How many consecutive lines are equal. */
  readonly length: number;
}

/** A shorter line says little about the place, unless it is the first. */
const TELLING_LENGTH = 4;
/** Maximum number of lines of the text to look for. */
const MAX_ANCHORS = 50;

/** Undefined if no distinctive line of the text is in the file, or none was found within the budget. */
export function nearestLines(
  lines: readonly string[],
  wanted: readonly string[],
  budget: Budget,
): NearestPlace | undefined {
  const fileLines = lines.map((line) => line.trim());
  const wantedLines = wanted.map((line) => line.trim());
  const first = wantedLines.findIndex((line) => line !== '');
  const anchors = [...wantedLines.keys()].filter(
    (index) => index === first || (wantedLines[index]?.length ?? 0) >= TELLING_LENGTH,
  );
  let best: NearestPlace | undefined;
  for (const anchor of anchors.slice(0, MAX_ANCHORS)) {
    const run = longestRun(fileLines, wantedLines, anchor, budget);
    if (run !== undefined && (best === undefined || run.length > best.length)) best = run;
  }
  return best;
}

function longestRun(
  lines: readonly string[],
  wanted: readonly string[],
  from: number,
  budget: Budget,
): NearestPlace | undefined {
  const anchor = wanted[from];
  if (anchor === undefined || anchor === '') return undefined;
  let best: NearestPlace | undefined;
  for (let line = lines.indexOf(anchor); line !== -1; line = lines.indexOf(anchor, line + 1)) {
    let length = 1;
    while (from + length < wanted.length && wanted[from + length] === lines[line + length]) {
      if (!budget.spend(wanted[from + length] ?? '')) return best;
      length++;
    }
    if (best === undefined || length > best.length) best = { line, from, length };
  }
  return best;
}
