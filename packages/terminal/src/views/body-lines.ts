import {
  disarm,
  displayInput,
  sanitize,
  sanitizeLines,
  type CallPreview,
  type Inquiry,
  type InquiryPart,
  type FormInquiry,
} from '@sluice/core';

export interface BodyLine {
  readonly text: string;
  readonly tone: 'plain' | 'added' | 'removed' | 'warning' | 'allowed';
}

/**
 * What is asked about, as plain lines.
 * @param isWhole leave nothing out of a long input
 */
export function bodyLines(inquiry: Inquiry, isWhole = false): readonly BodyLine[] {
  const lines = (text: string): readonly BodyLine[] =>
    text.split('\n').map((line) => ({ text: line, tone: 'plain' }));
  const plain = (text: string): readonly BodyLine[] => lines(sanitizeLines(text));
  // Hidden characters have a form that can be seen already: shown once more, its marks would be escaped.
  const ready = (text: string): readonly BodyLine[] => lines(disarm(text));
  switch (inquiry.kind) {
    case 'permission':
    case 'questions':
    case 'plan':
      return [
        ...warnings(inquiry),
        ...(inquiry.preview?.kind === 'diff' ? diffLines(inquiry.preview) : []),
        ...(inquiry.preview?.kind === 'plan' ? plain(inquiry.preview.plan) : []),
        ...(inquiry.preview === undefined
          ? ready((isWhole ? displayInput(inquiry.input, true) : inquiry.display).text)
          : []),
        ...partLines(inquiry.parts ?? [], isWhole),
      ];
    case 'confirm':
      return plain(inquiry.message);
    case 'form':
      return [...warnings(inquiry), ...ready(inquiry.message)];
    case 'url':
      return [...warnings(inquiry), ...plain(inquiry.url), ...ready(inquiry.message)];
    case 'trust':
      return inquiry.gains.flatMap(plain);
    default:
      return inquiry satisfies never;
  }
}

const MAX_PARTS = 8;

/** The commands of a line: those that would run anyway, and those that the question is about. */
function partLines(parts: readonly InquiryPart[], isWhole: boolean): readonly BodyLine[] {
  const asked = parts.filter(({ isAllowed }) => !isAllowed);
  // If all of them are asked about, the line itself says as much.
  if (asked.length === 0 || asked.length === parts.length) return [];
  const shown = isWhole ? parts : parts.slice(0, MAX_PARTS);
  const rows = shown.map(({ text, isAllowed }): BodyLine =>
    isAllowed ? { text: `✓ ${text}`, tone: 'allowed' } : { text: `? ${text}`, tone: 'warning' },
  );
  const left = parts.length - shown.length;
  return left === 0 ? rows : [...rows, { text: `… and ${left} more commands`, tone: 'plain' }];
}

function warnings({ display }: Pick<FormInquiry, 'display'>): readonly BodyLine[] {
  return display.warnings.map((warning) => ({ text: `! ${warning}`, tone: 'warning' }));
}

/** The changed lines with their numbers, a rule between stretches. */
export function diffLines({
  hunks,
}: Pick<Extract<CallPreview, { kind: 'diff' }>, 'hunks'>): readonly BodyLine[] {
  const widest = String(
    Math.max(1, ...hunks.map(({ newStart, oldStart, lines }) => Math.max(newStart, oldStart) + lines.length)),
  ).length;
  return hunks.flatMap(({ oldStart, newStart, lines }, index) => {
    let [before, after] = [oldStart, newStart];
    const rows = lines.map((line): BodyLine => {
      const text = sanitize(line.slice(1));
      switch (line[0]) {
        case '+':
          return { text: `${String(after++).padStart(widest)} + ${text}`, tone: 'added' };
        case '-':
          return { text: `${String(before++).padStart(widest)} - ${text}`, tone: 'removed' };
        case '\\':
          return { text: `${' '.repeat(widest)}   (no newline at the end)`, tone: 'plain' };
        default:
          before += 1;
          return { text: `${String(after++).padStart(widest)}   ${text}`, tone: 'plain' };
      }
    });
    return index === 0 ? rows : [{ text: `${' '.repeat(widest)} ⋯`, tone: 'plain' as const }, ...rows];
  });
}

/** Nothing of what would run was left out of its rows: a long field is cut before it gets here. */
export function isShownWhole(inquiry: Inquiry): boolean {
  return inquiry.kind !== 'permission' || inquiry.preview !== undefined || inquiry.display.isWhole;
}
