import { memberOf, membersOf, type Member, type Span } from './json-spans.ts';
import { lineStart, writeJson, type JsonStyle } from './json-style.ts';
import { sourceValue } from './source-value.ts';
import type { Splice } from './splice.ts';

/** Indentation levels of a cell's members: in the cell, in the list, in the notebook. */
const MEMBER_DEPTH = 3;

interface CellChange {
  readonly source: string;
  /** Undefined: unchanged. */
  readonly cellType: 'code' | 'markdown' | undefined;
}

/**
 * The changes of a notebook's text that give a cell another source. The outputs and execution count of the old source are removed.
 * Another cell type changes the members that the format requires for it.
 */
export function changeCell(
  text: string,
  cell: Span,
  change: CellChange,
  style: JsonStyle,
): readonly Splice[] {
  const members = membersOf(text, cell.start);
  const type = memberOf(members, 'cell_type');
  const isCodeNow = type !== undefined && text.slice(type.start, type.end) === '"code"';
  const isCodeThen = change.cellType === undefined ? isCodeNow : change.cellType === 'code';
  const splices: Splice[] = [];

  const set = (key: string, value: unknown): void => {
    const member = memberOf(members, key);
    const json = writeJson(value, style, MEMBER_DEPTH);
    if (member === undefined) splices.push(addMember(members, cell, key, json, style));
    else splices.push({ start: member.start, end: member.end, text: json });
  };

  const source = memberOf(members, 'source');
  const isList = source === undefined || text[source.start] === '[';
  set('source', sourceValue(change.source, isList));
  if (
    change.cellType !== undefined &&
    (isCodeNow !== isCodeThen || text.slice(type?.start, type?.end) === '"raw"')
  ) {
    set('cell_type', change.cellType);
  }
  if (isCodeThen) {
    set('execution_count', null);
    set('outputs', []);
    splices.push(...removeMembers(text, members, cell, isCodeNow ? [] : ['attachments']));
  } else if (isCodeNow) {
    splices.push(...removeMembers(text, members, cell, ['execution_count', 'outputs']));
  }
  return splices;
}

/** In alphabetical order if the others are; otherwise at the end. */
function addMember(
  members: readonly Member[],
  cell: Span,
  key: string,
  json: string,
  style: JsonStyle,
): Splice {
  const isSorted = members.every(
    ({ key: name }, index) => index === 0 || (members[index - 1]?.key ?? '') <= name,
  );
  const before = isSorted ? members.findLast((member) => member.key < key) : members.at(-1);
  const member = `${JSON.stringify(key)}${style.colon}${json}`;
  if (before !== undefined) {
    const text = `${style.comma}${lineStart(style, MEMBER_DEPTH)}${member}`;
    return { start: before.end, end: before.end, text };
  }
  const [first] = members;
  const at = first?.keyStart ?? cell.start + 1;
  const after = first === undefined ? '' : `${style.comma}${lineStart(style, MEMBER_DEPTH)}`;
  return { start: at, end: at, text: `${member}${after}` };
}

/** Each with the comma and whitespace before it; the very first with those after it. */
function removeMembers(
  text: string,
  members: readonly Member[],
  cell: Span,
  keys: readonly string[],
): readonly Splice[] {
  const isKept = ({ key }: Member): boolean => !keys.includes(key);
  const firstKept = members.find(isKept);
  const splices: Splice[] = [];
  for (const [index, member] of members.entries()) {
    if (isKept(member)) continue;
    const before = members[index - 1];
    const isLeading = firstKept === undefined || member.keyStart < firstKept.keyStart;
    if (!isLeading && before !== undefined) splices.push({ start: before.end, end: member.end, text: '' });
    else {
      const next = members[index + 1]?.keyStart ?? text.lastIndexOf('}', cell.end - 1);
      splices.push({ start: member.keyStart, end: next, text: '' });
    }
  }
  return splices;
}
