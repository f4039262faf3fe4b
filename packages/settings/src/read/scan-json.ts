import { scanString } from './scan-string.ts';

/**
 * The positions of the parts of a JSON text. `JSON.parse` gives values without positions, omits the position of most errors, and silently
 * lets a duplicate key replace the first.
 */
export interface JsonPlaces {
  /** Offset of the value at a pointer (`/permissions/deny/0`), down to the requested depth. */
  readonly values: ReadonlyMap<string, number>;
  /** Offset of the key at a pointer. */
  readonly keys: ReadonlyMap<string, number>;
  /** Duplicate keys, to the same depth: the later position. */
  readonly duplicates: readonly { readonly pointer: string; readonly offset: number }[];
  /** Where the text stops being valid JSON. */
  readonly failure: { readonly offset: number; readonly message: string } | undefined;
}

/** Rules are at depth 3. */
const DEPTH = 3;

const SPACE = /[ \t\r\n]*/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;

interface Frame {
  readonly isObject: boolean;
  readonly pointer: string;
  readonly keys: Set<string> | undefined;
  /** Pointer of the next value. */
  next: string;
  count: number;
}

/** A JSON pointer (RFC 6901). */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.map(pointerStep).join('');
}

function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Scans a text once, without recursion: nesting uses memory, never the stack. */
export function scanJson(text: string, depth: number = DEPTH): JsonPlaces {
  const values = new Map<string, number>();
  const keys = new Map<string, number>();
  const duplicates: { pointer: string; offset: number }[] = [];
  const frames: Frame[] = [];
  let at = skipSpace(text, 0);
  const finish = (failure: JsonPlaces['failure']): JsonPlaces => ({ values, keys, duplicates, failure });
  const failAt = (offset: number, expected: string): JsonPlaces =>
    finish({ offset, message: describe(text, offset, expected) });

  for (;;) {
    const frame = frames.at(-1);
    const isCounted = frames.length <= depth;
    if (frame !== undefined && frame.count === 0 && text[at] === closing(frame)) {
      frames.pop();
      at += 1;
    } else {
      if (frame?.isObject === true) {
        if (text[at] !== '"') return failAt(at, 'a key in double quotes');
        const key = scanString(text, at);
        if (!key.ok) return failAt(key.offset, 'the rest of a string');
        if (isCounted) {
          const name: string = JSON.parse(text.slice(at, key.end));
          frame.next = frame.pointer + pointerStep(name);
          keys.set(frame.next, at);
          if (frame.keys?.has(name) === true) duplicates.push({ pointer: frame.next, offset: at });
          frame.keys?.add(name);
        }
        at = skipSpace(text, key.end);
        if (text[at] !== ':') return failAt(at, 'a colon');
        at = skipSpace(text, at + 1);
      } else if (frame !== undefined && isCounted) frame.next = `${frame.pointer}/${frame.count}`;
      const pointer = isCounted ? (frame?.next ?? '') : '';
      if (isCounted) values.set(pointer, at);
      if (frame !== undefined) frame.count += 1;
      const first = text[at];
      if (first === '{' || first === '[') {
        const isObject = first === '{';
        const hasKeys = isObject && frames.length < depth;
        frames.push({ isObject, pointer, keys: hasKeys ? new Set() : undefined, next: '', count: 0 });
        at = skipSpace(text, at + 1);
        continue;
      }
      if (first === '"') {
        const string = scanString(text, at);
        if (!string.ok) return failAt(string.offset, 'the rest of a string');
        at = string.end;
      } else {
        SCALAR.lastIndex = at;
        if (!SCALAR.test(text)) return failAt(at, 'a value');
        at = SCALAR.lastIndex;
      }
    }

    at = skipSpace(text, at);
    for (let open = frames.at(-1); open !== undefined && text[at] === closing(open); open = frames.at(-1)) {
      frames.pop();
      at = skipSpace(text, at + 1);
    }
    const open = frames.at(-1);
    if (open === undefined) return at === text.length ? finish(undefined) : failAt(at, 'the end of the file');
    if (text[at] !== ',') return failAt(at, `a comma or ${closing(open)}`);
    const next = skipSpace(text, at + 1);
    if (text[next] === closing(open))
      return finish({ offset: at, message: `there is an extra comma before ${closing(open)}` });
    at = next;
  }
}

function closing(frame: Frame): string {
  return frame.isObject ? '}' : ']';
}

function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

function describe(text: string, offset: number, expected: string): string {
  if (offset >= text.length) return `the file ends too early: expected ${expected}`;
  const two = text.slice(offset, offset + 2);
  if (two === '//' || two === '/*') return 'comments are not allowed: remove this one';
  const found = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  return `expected ${expected}, got ${JSON.stringify(found)}`;
}
