import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorText } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';

/** Where a client wants to read what the program does: on standard error, or in a file. */
export type DebugPlace = { readonly kind: 'stderr' } | { readonly kind: 'file'; readonly path: string };

/** One line for each message in either direction: what it is, and never what anyone said in it. */
export interface DebugLog {
  /** @param what its kind, and for a request its subtype */
  received(what: string): void;
  sent(message: object): void;
}

/** @param tell called once if the file can't be written. Must not throw */
export function createDebugLog(place: DebugPlace, tell: (text: string) => void): DebugLog {
  let hasFailed = false;
  const write = (text: string): void => {
    const line = `${new Date().toISOString()} [DEBUG] ${text}\n`;
    if (place.kind === 'stderr') return void process.stderr.write(line);
    if (hasFailed) return undefined;
    try {
      mkdirSync(dirname(place.path), { recursive: true });
      appendFileSync(place.path, line, { mode: 0o600 });
    } catch (error) {
      hasFailed = true;
      tell(`--debug-file: ${place.path} can't be written: ${errorText(error)}`);
    }
    return undefined;
  };
  return {
    received: (what) => write(`received ${what}`),
    sent: (message) => write(`sent ${describe(message)}`),
  };
}

const NAMED = ['request_id', 'tool_use_id', 'tool_name', 'task_id', 'hook_name', 'status', 'state'] as const;

function describe(message: object): string {
  const inner = ['request', 'response', 'event'].map((key) => getOwn(message, key)).find(isJsonObject);
  const kinds = [getOwn(message, 'type'), getOwn(message, 'subtype'), inner && getOwn(inner, 'subtype')];
  const eventType = getOwn(message, 'type') === 'stream_event' && inner ? getOwn(inner, 'type') : undefined;
  const facts = NAMED.flatMap((key) => {
    const value = getOwn(message, key) ?? (inner && getOwn(inner, key));
    return typeof value === 'string' ? [`${key}=${value}`] : [];
  });
  const words = [...kinds, eventType].filter((kind) => typeof kind === 'string');
  return [words.join('/'), ...facts, ...blocksOf(message), ...endOf(message)].join(' ');
}

/** The kinds of blocks of a message of a conversation, and which tools are called. */
function blocksOf(message: object): readonly string[] {
  const said = getOwn(message, 'message');
  const content = isJsonObject(said) ? getOwn(said, 'content') : undefined;
  if (!Array.isArray(content)) return [];
  return content.filter(isJsonObject).map((block) => {
    const name = getOwn(block, 'name');
    return typeof name === 'string'
      ? `${String(getOwn(block, 'type'))}:${name}`
      : String(getOwn(block, 'type'));
  });
}

function endOf(message: object): readonly string[] {
  if (getOwn(message, 'type') !== 'result') return [];
  return ['num_turns', 'duration_ms', 'total_cost_usd'].map(
    (key) => `${key}=${String(getOwn(message, key))}`,
  );
}
