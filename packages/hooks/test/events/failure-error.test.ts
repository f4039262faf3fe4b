import type { ModelFailureKind } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { failureError, type FailureError } from '@sluice/core';
import { eventTerms } from '../../src/index.ts';
import { matchedValues } from '../../src/events/event-lookup.ts';

/** Every kind, or this does not type-check. */
const ROWS: Readonly<Record<ModelFailureKind, FailureError>> = {
  authentication: 'authentication_failed',
  permission: 'authentication_failed',
  billing: 'billing_error',
  'not-found': 'model_not_found',
  'invalid-request': 'invalid_request',
  'too-long': 'invalid_request',
  'rate-limit': 'rate_limit',
  overloaded: 'overloaded',
  server: 'server_error',
  timeout: 'server_error',
  'stream-cut': 'server_error',
  network: 'unknown',
  aborted: 'unknown',
};

const KINDS = Object.keys(ROWS).filter((kind): kind is ModelFailureKind => Object.hasOwn(ROWS, kind));

describe('what hooks are told of a failure', () => {
  it.each(KINDS)('%s has the name that hooks know', (kind) => {
    expect(failureError(kind)).toBe(ROWS[kind]);
  });

  it('is one of those that matchers are held against, and the others are known to be idle', () => {
    const { unused = [] } = eventTerms('StopFailure');
    const values = matchedValues('StopFailure') ?? [];
    const used = values.filter((value) => !unused.includes(value));
    expect(new Set(KINDS.map(failureError))).toEqual(new Set<string>(used));
    expect(values).toEqual(expect.arrayContaining([...unused]));
  });
});
