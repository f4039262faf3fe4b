import type { RequestId } from './json-rpc.ts';

/** Members before anything nested, and a member that is the id. */
const AT_START = /^\s*\{(?:[^{}[\]"]|"(?:[^"\\]|\\.)*")*?"id"\s*:\s*(\d{1,15}|"(?:[^"\\]|\\.){0,200}")\s*,/;
/** Members after everything nested. */
const AT_END = /[}\]](?:\s*,\s*"\w+"\s*:\s*(?:-?[\w.]+|"[^"\\]*"))*\s*\}\s*$/;
const METHOD_AT_START = /^\s*\{(?:[^{}[\]"]|"(?:[^"\\]|\\.)*")*?"method"\s*:/;
const ID = /"id"\s*:\s*(\d{1,15}|"[^"\\]*")/;

/** The id of a message of which only the ends are known: programs write it before what is long, or after it. */
export function idInEnds(start: string, end: string): RequestId | undefined {
  const first = AT_START.exec(start)?.[1];
  if (first !== undefined) return parsedId(first);
  const last = ID.exec(AT_END.exec(end)?.[0] ?? '')?.[1];
  // Bytes of the end are decoded one by one: only ASCII is what the program wrote.
  return last === undefined || /[^\x20-\x7e]/.test(last) ? undefined : parsedId(last);
}

/** Whether it is a request or a notification: a `method` of its own, not of what is inside, is in the ends. */
export function hasMethodInEnds(start: string, end: string): boolean {
  return METHOD_AT_START.test(start) || /"method"\s*:/.test(AT_END.exec(end)?.[0] ?? '');
}

/** Never throws: what another program wrote may be invalid JSON. */
function parsedId(text: string): RequestId | undefined {
  try {
    const id: unknown = JSON.parse(text);
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  } catch {
    return undefined;
  }
}
