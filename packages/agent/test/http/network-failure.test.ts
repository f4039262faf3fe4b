import { expect, test } from 'vitest';
import { networkFailure } from '../../src/http/network-failure.ts';

test.for([
  ['a name that does not exist', 'ENOTFOUND', 1],
  ['a name server that does not answer', 'EAI_AGAIN', undefined],
  ['a connection that was closed', 'ECONNRESET', undefined],
] as const)('%s is asked for again as often as it may pass', ([, code, maxRetries]) => {
  const error = Object.assign(new Error(), { code });
  const failure = networkFailure(error, { url: new URL('https://api.example'), proxy: undefined });
  expect(failure.isRetryable).toBe(true);
  expect(failure.maxRetries).toBe(maxRetries);
});
