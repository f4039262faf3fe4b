import { skipBlank, type Member } from './json-spans.ts';

/** The formatting of a JSON text, so that insertions look the same. */
export interface JsonStyle {
  /** Undefined: all on one line. */
  readonly newline: '\n' | '\r\n' | undefined;
  /** One level of indentation. */
  readonly unit: string;
  readonly colon: string;
  readonly comma: string;
  /** Non-ASCII characters are written as escapes. */
  readonly isAscii: boolean;
}

/** `members` are those of the outermost object. */
export function jsonStyleOf(text: string, members: readonly Member[]): JsonStyle {
  const [first, second] = members;
  const open = text.slice(skipBlank(text, 0) + 1, first?.keyStart);
  const newline = open.includes('\r\n') ? '\r\n' : open.includes('\n') ? '\n' : undefined;
  const unit = newline === undefined ? '' : open.slice(open.lastIndexOf('\n') + 1);
  const between = first === undefined || second === undefined ? ',' : text.slice(first.end, second.keyStart);
  return {
    newline,
    unit,
    colon: first === undefined ? ':' : text.slice(first.keyEnd, first.start),
    comma: newline === undefined ? between : ',',
    isAscii: hasOnlyAscii(text) && /\\u(?!00[0-7])[\da-fA-F]{4}/.test(text),
  };
}

/** The JSON text of a value, indented by `depth` levels. */
export function writeJson(value: unknown, style: JsonStyle, depth: number): string {
  if (Array.isArray(value)) {
    return enclose(
      '[',
      ']',
      value.map((item: unknown) => writeJson(item, style, depth + 1)),
      style,
      depth,
    );
  }
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(
      ([key, member]) => `${writeText(key, style)}${style.colon}${writeJson(member, style, depth + 1)}`,
    );
    return enclose('{', '}', parts, style, depth);
  }
  return typeof value === 'string' ? writeText(value, style) : JSON.stringify(value);
}

/** What precedes a part at that depth: its line's indentation. */
export function lineStart({ newline, unit }: JsonStyle, depth: number): string {
  return newline === undefined ? '' : newline + unit.repeat(depth);
}

function enclose(
  open: string,
  close: string,
  parts: readonly string[],
  style: JsonStyle,
  depth: number,
): string {
  if (parts.length === 0) return open + close;
  const inner = lineStart(style, depth + 1);
  return `${open}${inner}${parts.join(style.comma + inner)}${lineStart(style, depth)}${close}`;
}

function writeText(text: string, { isAscii }: JsonStyle): string {
  const json = JSON.stringify(text);
  if (!isAscii) return json;
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function hasOnlyAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
