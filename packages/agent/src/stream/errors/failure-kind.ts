import type { ModelFailureKind } from '@sluice/core';

interface FailureSigns {
  readonly status: number | undefined;
  /** The codes and types in the error. */
  readonly codes: readonly (string | undefined)[];
  readonly message: string;
}

interface JudgedFailure {
  readonly kind: ModelFailureKind;
  readonly isRetryable: boolean;
}

const TOO_LONG_CODES = new Set(['context_length_exceeded', 'exceed_context_size_error', 'request_too_large']);

/** How servers say that a conversation exceeds the window, in lowercase. */
const TOO_LONG_TEXTS = [
  'prompt is too long',
  'input is too long',
  'exceed context limit',
  'exceeds the context',
  'maximum context length',
  'context length exceeded',
  'context window',
  'context size',
  'exceeds the maximum number of tokens',
  'exceed_context_size',
  'input length and `max_tokens` exceed',
  'exceeds the available context',
];

const BY_CODE: ReadonlyMap<string, ModelFailureKind> = new Map([
  ['authentication_error', 'authentication'],
  ['invalid_api_key', 'authentication'],
  ['unauthenticated', 'authentication'],
  ['billing_error', 'billing'],
  ['insufficient_quota', 'billing'],
  ['billing_hard_limit_reached', 'billing'],
  ['permission_error', 'permission'],
  ['permission_denied', 'permission'],
  ['not_found_error', 'not-found'],
  ['not_found', 'not-found'],
  ['model_not_found', 'not-found'],
  ['invalid_request_error', 'invalid-request'],
  ['invalid_argument', 'invalid-request'],
  ['failed_precondition', 'invalid-request'],
  ['invalid_prompt', 'invalid-request'],
  ['rate_limit_error', 'rate-limit'],
  ['rate_limit_exceeded', 'rate-limit'],
  ['resource_exhausted', 'rate-limit'],
  ['overloaded_error', 'overloaded'],
  ['unavailable', 'overloaded'],
  ['server_is_overloaded', 'overloaded'],
  ['slow_down', 'overloaded'],
  ['api_error', 'server'],
  ['server_error', 'server'],
  ['internal_server_error', 'server'],
  ['internal', 'server'],
  ['vector_store_timeout', 'server'],
  ['timeout_error', 'timeout'],
  ['deadline_exceeded', 'timeout'],
]);

const RETRYABLE: ReadonlySet<ModelFailureKind> = new Set([
  'rate-limit',
  'overloaded',
  'server',
  'network',
  'timeout',
  'stream-cut',
]);

/**
 * Classifies an error from any of the APIs, by its codes first, then by its text and status. A status that is
 * not retryable overrides a code that suggests a retry.
 */
export function failureKind(signs: FailureSigns): JudgedFailure {
  const kind = kindOf(signs);
  return { kind, isRetryable: RETRYABLE.has(kind) };
}

function kindOf({ status, codes, message }: FailureSigns): ModelFailureKind {
  const names = codes.filter((code) => code !== undefined).map((code) => code.toLowerCase());
  const text = message.toLowerCase();
  const isRefusedRequest = status === undefined || (status >= 400 && status !== 429 && status <= 500);
  const saysTooLong = TOO_LONG_TEXTS.some((sign) => text.includes(sign));
  if (names.some((name) => TOO_LONG_CODES.has(name)) || (isRefusedRequest && saysTooLong)) return 'too-long';
  if (text.includes('credit balance is too low')) return 'billing';
  if (text.includes('api key not valid')) return 'authentication';
  // `invalid_request_error` is also the type of errors with a more specific code.
  const known = names.map((name) => BY_CODE.get(name)).filter((kind) => kind !== undefined);
  const telling = known.find((kind) => kind !== 'invalid-request') ?? kindOfStatus(status) ?? known[0];
  // Local servers use `api_error` for every failure, even with a status that is not retryable.
  if (status !== undefined && isFinal(status) && (telling === undefined || RETRYABLE.has(telling)))
    return kindOfStatus(status) ?? 'invalid-request';
  if (status === undefined && (telling === undefined || telling === 'server') && saysNoModel(text))
    return 'not-found';
  return telling ?? 'server';
}

/** The request itself was rejected; other statuses may be temporary. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && !PASSING.has(status);
}

const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Some servers report an unknown model with a success status. */
function saysNoModel(text: string): boolean {
  if (!text.includes('model')) return false;
  return ['no such model', 'unknown model', 'not found', 'does not exist'].some((sign) =>
    text.includes(sign),
  );
}

function kindOfStatus(status: number | undefined): ModelFailureKind | undefined {
  switch (status) {
    case undefined:
      return undefined;
    case 401:
      return 'authentication';
    case 402:
      return 'billing';
    case 403:
      return 'permission';
    case 404:
    case 410:
      return 'not-found';
    case 408:
    case 504:
      return 'timeout';
    case 413:
      return 'too-long';
    case 429:
      return 'rate-limit';
    case 503:
    case 529:
      return 'overloaded';
    default:
      return status >= 500 ? 'server' : status >= 400 ? 'invalid-request' : undefined;
  }
}
