import type { RequestId } from './json-rpc.ts';

/** Members before anything nested, and a member that is the id. */
const AT_START = /^\s*\{(?:[^{}[\]"]|"(?:[^"\\]|\\.)*")*?"id"\s*:\s*(\d{1,15}|"(?:[^"\\]|\\.){0,200}")\s*,/;
/** Members after everything nested. */
const AT_END = /[}\]](?:\s*,\s*"\w+"\s*:\s*(?:-?[\w.]+|"[^"\\]*"))*\s*\}\s*$/;
const ID = /"id"\s*:\s*(\d{1,15}|"[^"\\]*")/;

/** The id of a message of which only the ends are known: programs write it before what is long, or after it. */
export function idInEnds(start: string, end: string): RequestId | undefined {
  const found = AT_START.exec(start)?.[1] ?? ID.exec(AT_END.exec(end)?.[0] ?? '')?.[1];
  const id: unknown = found === undefined ? undefined : JSON.parse(found);
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
