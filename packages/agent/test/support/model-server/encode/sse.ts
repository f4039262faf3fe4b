import type { JsonObject } from '@sluice/core';

/** One server-sent event. */
export function sse(data: JsonObject | string, event?: string): string {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}
