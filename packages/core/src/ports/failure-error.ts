import type { ModelFailureKind } from './model.ts';

/** The names of model failures that existing hooks and clients know; matchers of StopFailure match them. */
export const FAILURE_ERRORS = [
  'authentication_failed',
  'oauth_org_not_allowed',
  'account_on_hold',
  'verification_required',
  'billing_error',
  'rate_limit',
  'overloaded',
  'invalid_request',
  'model_not_found',
  'server_error',
  'unknown',
  'max_output_tokens',
  'cloud_credential_error',
] as const;

export type FailureError = (typeof FAILURE_ERRORS)[number];

export function failureError(kind: ModelFailureKind): FailureError {
  return NAMES[kind];
}

const NAMES: Readonly<Record<ModelFailureKind, FailureError>> = {
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
