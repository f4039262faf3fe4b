import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, MODEL_FORMATS, type AnswerHeaders, type ModelFormat } from '../../src/index.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

function failure(format: ModelFormat, status: number, body: unknown, headers: AnswerHeaders = {}) {
  return failureOf(format, status, headers, typeof body === 'string' ? body : JSON.stringify(body), NOW);
}

const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message } });
const openai = (message: string, type: string, code: string | null = null) => ({
  error: { message, type, param: null, code },
});
const gemini = (code: number, status: string, message: string, details: object[] = []) => ({
  error: { code, message, status, details },
});

describe('failureOf', () => {
  it.each([
    ['anthropic', 401, anthropic('authentication_error', 'invalid x-api-key'), 'authentication', false],
    ['anthropic', 402, anthropic('billing_error', 'Payment required'), 'billing', false],
    [
      'anthropic',
      400,
      anthropic('invalid_request_error', 'Your credit balance is too low to access the API.'),
      'billing',
      false,
    ],
    ['anthropic', 403, anthropic('permission_error', 'no'), 'permission', false],
    ['anthropic', 404, anthropic('not_found_error', 'model: claude-x'), 'not-found', false],
    [
      'anthropic',
      400,
      anthropic('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
      'too-long',
      false,
    ],
    [
      'anthropic',
      400,
      anthropic('invalid_request_error', 'messages: text is required'),
      'invalid-request',
      false,
    ],
    [
      'openai-chat',
      404,
      openai('model "qwen3" not found, try pulling it first', 'api_error'),
      'not-found',
      false,
    ],
    ['openai-chat', 400, openai('no', 'server_error'), 'invalid-request', false],
    ['openai-chat', 401, openai('no', 'api_error'), 'authentication', false],
    ['openai-chat', 403, openai('no', 'rate_limit_exceeded'), 'permission', false],
    ['openai-chat', 409, openai('busy', 'server_error'), 'server', true],
    ['openai-chat', 408, openai('slow', 'api_error'), 'server', true],
    ['anthropic', 413, anthropic('request_too_large', 'Request exceeds the maximum size'), 'too-long', false],
    ['anthropic', 429, anthropic('rate_limit_error', 'slower'), 'rate-limit', true],
    ['anthropic', 500, anthropic('api_error', 'Internal server error'), 'server', true],
    ['anthropic', 529, anthropic('overloaded_error', 'Overloaded'), 'overloaded', true],
    [
      'openai-chat',
      401,
      openai('Incorrect API key', 'invalid_request_error', 'invalid_api_key'),
      'authentication',
      false,
    ],
    [
      'openai-chat',
      429,
      openai('You exceeded your current quota', 'insufficient_quota', 'insufficient_quota'),
      'billing',
      false,
    ],
    ['openai-chat', 429, openai('Rate limit reached', 'tokens', 'rate_limit_exceeded'), 'rate-limit', true],
    [
      'openai-chat',
      400,
      openai(
        'This model has a maximum context length of 128000',
        'invalid_request_error',
        'context_length_exceeded',
      ),
      'too-long',
      false,
    ],
    [
      'openai-chat',
      404,
      openai('no such model', 'invalid_request_error', 'model_not_found'),
      'not-found',
      false,
    ],
    [
      'openai-chat',
      400,
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size. try increasing the context size',
          type: 'exceed_context_size_error',
        },
      },
      'too-long',
      false,
    ],
    [
      'openai-chat',
      500,
      { error: { message: 'input length exceeds the context length' } },
      'too-long',
      false,
    ],
    [
      'openai-chat',
      400,
      { object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 },
      'too-long',
      false,
    ],
    ['openai-chat', 422, { detail: 'field required' }, 'invalid-request', false],
    ['openai-responses', 503, openai('overloaded', 'server_error'), 'server', true],
    ['gemini', 400, gemini(400, 'INVALID_ARGUMENT', 'API key not valid'), 'authentication', false],
    [
      'gemini',
      400,
      gemini(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      ),
      'too-long',
      false,
    ],
    ['gemini', 429, [gemini(429, 'RESOURCE_EXHAUSTED', 'quota')], 'rate-limit', true],
    ['gemini', 503, gemini(503, 'UNAVAILABLE', 'The model is overloaded'), 'overloaded', true],
    ['gemini', 403, gemini(403, 'PERMISSION_DENIED', 'no'), 'permission', false],
    ['anthropic', 408, '', 'timeout', true],
    ['anthropic', 504, '<html>gateway</html>', 'timeout', true],
    ['anthropic', 404, '<html>nothing here</html>', 'not-found', false],
    ['openai-chat', 418, 'teapot', 'invalid-request', false],
  ] as const)('knows of %s a %i with %j as %s', (format, status, body, kind, isRetryable) => {
    expect(failure(format, status, body)).toMatchObject({ kind, status, isRetryable });
  });

  it('does what the server says of asking again', () => {
    const overloaded = anthropic('overloaded_error', 'x');
    expect(failure('anthropic', 529, overloaded, { 'x-should-retry': 'false' }).isRetryable).toBe(false);
    expect(failure('anthropic', 409, '', { 'x-should-retry': 'true' }).isRetryable).toBe(true);
  });

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '120', 'retry-after': '7' }, 120],
    [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': ['3', '9'] }, 3000],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
    [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m0.5s' }, 360_500],
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '20ms' }, 20],
    [{ 'x-ratelimit-remaining-tokens': '12', 'x-ratelimit-reset-tokens': '1s' }, undefined],
    [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1 week' }, undefined],
    [{ 'x-ratelimit-reset': String(NOW + 4000) }, 4000],
    [{ 'x-ratelimit-reset': String(NOW / 1000 + 4) }, 4000],
    [{ 'x-ratelimit-reset': '4' }, 4000],
    [{}, undefined],
  ])('waits as %j asks', (headers, expected) => {
    expect(failure('openai-chat', 429, '', headers).retryAfterMs).toBe(expected);
  });

  it("waits as Gemini's RetryInfo asks", () => {
    const details = [
      { '@type': 'x' },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' },
    ];
    expect(failure('gemini', 429, gemini(429, 'RESOURCE_EXHAUSTED', 'quota', details)).retryAfterMs).toBe(
      34_070,
    );
  });

  it('says where, what the server said, and how to mend it', () => {
    expect(failure('anthropic', 401, anthropic('authentication_error', 'invalid x-api-key')).message).toBe(
      'The Anthropic Messages API answered with status 401: invalid x-api-key. Check the API key.',
    );
    expect(failure('openai-chat', 502, '<html></html>').message).toBe(
      'The Chat Completions API answered with status 502: a web page instead of JSON; is the base URL right? The server failed; retry later.',
    );
  });

  it('repeats no key, and no long body', () => {
    const said =
      'Incorrect API key provided: sk-proj-abcDEF123***xyz9. Or AIzaSyD-12345678, or Bearer abc.def-ghi.';
    const { message } = failure('openai-chat', 401, openai(said, 'invalid_request_error', 'invalid_api_key'));
    expect(message).not.toMatch(/abcDEF|xyz9|SyD|def-ghi/);
    expect(failure('gemini', 400, 'x'.repeat(100_000)).message.length).toBeLessThan(1000);
  });

  it('never throws, whatever comes', () => {
    const headers = fc.dictionary(
      fc.constantFrom('retry-after', 'x-ratelimit-reset', 'x-should-retry'),
      fc.string(),
    );
    const statuses = fc.integer({ min: 100, max: 599 });
    fc.assert(
      fc.property(
        fc.constantFrom(...MODEL_FORMATS),
        statuses,
        headers,
        fc.oneof(fc.string(), fc.json()),
        (format, status, given, body) => {
          const { message, retryAfterMs } = failureOf(format, status, given, body, NOW);
          expect(message).not.toBe('');
          expect(retryAfterMs ?? 0).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
