import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Headers } from '../http/connections.ts';

/** These frame the message on the wire; a wrong one would break it. */
const NOT_SETTABLE = new Set([
  'content-length',
  'transfer-encoding',
  'host',
  'connection',
  'expect',
  'upgrade',
  'te',
]);

/** Lines of `Name: value`; a line that is no header is warned of by its number, since its text may be a secret. */
export function customHeaders(text: string, warn: (text: string) => void): Headers {
  const headers = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (isHeader(name, value)) headers.set(name, value);
    else
      warn(
        `Line ${index + 1} of ANTHROPIC_CUSTOM_HEADERS is ignored: expected "Name: value" with a name that may be set.`,
      );
  }
  return Object.fromEntries(headers);
}

function isHeader(name: string, value: string): boolean {
  if (NOT_SETTABLE.has(name)) return false;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
