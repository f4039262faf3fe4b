import { expect, it } from 'vitest';
import type { Challenge } from '../../src/auth/login-store.ts';
import { wantedScope } from '../../src/auth/wanted-scope.ts';

const refusal = (scope: string | undefined, isScopeMissing = false): Challenge => ({
  resourceMetadataUrl: undefined,
  scope,
  isScopeMissing,
});
const granted = (scope: string) => {
  const tokens = { access_token: 'a', token_type: 'Bearer', scope };
  return { scope: undefined, issuer: 'i', tokens: { i: { tokens, savedAt: 0 } } };
};
const NONE = { scope: undefined, issuer: undefined, tokens: {} };

it.each([
  ['the configured one, whatever the server asks for', 'mine', refusal('theirs'), NONE, 'mine'],
  ['the one that the server asks for', undefined, refusal('theirs'), NONE, 'theirs'],
  ['none of its own, so that the metadata decide', undefined, undefined, NONE, undefined],
  ['what is missing, beside what it has', 'mine', refusal('more', true), granted('read'), 'mine read more'],
  ['nothing twice', undefined, refusal('read more', true), granted('read'), 'read more'],
  [
    'none where the server does not say what is missing',
    undefined,
    refusal(undefined, true),
    NONE,
    undefined,
  ],
] as const)('a login asks for %s', (_what, configured, challenge, kept, scope) => {
  expect(wantedScope(configured, challenge, kept)).toBe(scope);
});
