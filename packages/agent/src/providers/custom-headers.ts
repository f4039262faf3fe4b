import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Headers } from '../http/connections.ts';

/** These headers frame the message; a wrong one would corrupt it. */
const NOT_SETTABLE = new Set([
  'content-length',
  'transfer-encoding',
  'host',
  'connection',
  'expect',
  'upgrade',
  'te',
]);

/**
 * Parses lines of `Name: value`. An invalid line is reported by number only, since its text may be a secret.
 */
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
        `Line ${index + 1} of ANTHROPIC_CUSTOM_HEADERS is ignored: expected "Name: value" with a header name that can be set.`,
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
