import { createHmac, timingSafeEqual } from 'node:crypto';
import { getOwn } from '@sluice/core';

/** What a client hands back with a retry: which call it is about, and that nothing else has changed. */
export interface RequestState {
  readonly callId: string;
  readonly tool: string;
  /** Of the call's arguments. */
  readonly inputHash: string;
  /** Counts the call's requests. */
  readonly round: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const VERSION = 's1';

/** Signed, not secret. */
export function signRequestState(state: RequestState, key: Uint8Array): string {
  const body = Buffer.from(JSON.stringify(state)).toString('base64url');
  return `${VERSION}.${body}.${tagOf(body, key).toString('base64url')}`;
}

/** Undefined: it was not signed with this key. */
export function readRequestState(text: string, key: Uint8Array): RequestState | undefined {
  const [version, body = '', tag = '', ...rest] = text.split('.');
  if (version !== VERSION || rest.length > 0) return undefined;
  const given = Buffer.from(tag, 'base64url');
  const expected = tagOf(body, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return parse(Buffer.from(body, 'base64url').toString());
}

function tagOf(body: string, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${VERSION}.${body}`).digest();
}

function parse(text: string): RequestState | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const callId = getOwn(value, 'callId');
  const tool = getOwn(value, 'tool');
  const inputHash = getOwn(value, 'inputHash');
  const round = getOwn(value, 'round');
  const expiresAt = getOwn(value, 'expiresAt');
  const isWhole = typeof callId === 'string' && typeof tool === 'string' && typeof inputHash === 'string';
  const isCounted = typeof round === 'number' && typeof expiresAt === 'number';
  return isWhole && isCounted ? { callId, tool, inputHash, round, expiresAt } : undefined;
}
