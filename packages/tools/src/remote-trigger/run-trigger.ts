import { validateHeaderValue } from 'node:http';
import type { CallContext } from '@sluice/core';
import { AddressGuard } from '../web/address-guard.ts';
import { readPage } from '../web/read-page.ts';
import { sendRequest } from '../web/send-request.ts';
import type { Trigger } from './trigger.ts';
import type { TriggerPort } from './trigger-port.ts';

/** Milliseconds until the whole answer is there. */
const TIMEOUT_MS = 60_000;
/** Bytes of an answer; the rest is not read. */
const MAX_ANSWER_BYTES = 1024 * 1024;

export type TriggerAnswer =
  | { readonly ok: true; readonly status: number; readonly text: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

/**
 * Posts a body to a trigger. Redirects are not followed: the secrets are for this address. What the service echoes of
 * them is replaced by the name of the variable.
 *
 * @throws the reason of the call's signal
 */
export async function runTrigger(
  trigger: Trigger,
  body: string,
  port: TriggerPort,
  { signal }: Pick<CallContext, 'signal'>,
): Promise<TriggerAnswer> {
  const secrets = new Map<string, string>();
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/*;q=0.9, */*;q=0.1',
    'user-agent': 'sluice',
  };
  for (const [header, variable] of Object.entries(trigger.headersFrom)) {
    const value = port.env[variable]?.trim() ?? '';
    if (value === '') return failed('no-secret', `The environment variable ${variable} is not set.`);
    if (!canStandInHeader(header, value))
      return failed(
        'bad-secret',
        `The environment variable ${variable} holds characters that no header may have.`,
      );
    secrets.set(value, variable);
    headers[header] = value;
  }
  const url = new URL(trigger.url);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const hide = (text: string): string => withoutSecrets(text, secrets);
  try {
    const guard = new AddressGuard(port.allowPrivate, port.lookUp);
    const sent = await sendRequest({ url, body, headers, guard, env: port.env, signal: limited });
    if (!sent.ok) return failed(sent.code, hide(sent.message));
    const { response, body: stream, close } = sent;
    try {
      const type = response.headers['content-type'];
      // A page for people is of no use here: text is text.
      const page = await readPage(stream, plainOf(type), url, MAX_ANSWER_BYTES);
      const text = page.bytes === undefined ? page.text : `[binary, ${page.size} bytes]`;
      return { ok: true, status: response.statusCode ?? 0, text: hide(text) };
    } finally {
      close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (limited.aborted)
      return failed('timeout', `${url.host} did not answer within ${TIMEOUT_MS / 1000} seconds.`);
    return failed('broken-answer', `The answer of ${url.host} broke off: ${hide(String(error))}`);
  }
}

function failed(code: string, message: string): TriggerAnswer {
  return { ok: false, code, message };
}

function canStandInHeader(header: string, value: string): boolean {
  try {
    validateHeaderValue(header, value);
    return true;
  } catch {
    return false;
  }
}

function plainOf(contentType = 'text/plain'): string {
  return contentType.replace(/^\s*(?:text\/html|application\/xhtml\+xml)/i, 'text/plain');
}

/** A secret of a few characters would turn up by chance. */
const LEAST_SECRET = 6;

function withoutSecrets(text: string, secrets: ReadonlyMap<string, string>): string {
  let hidden = text;
  for (const [secret, variable] of secrets) {
    const bare = secret.replace(/^(?:Bearer|Basic|Token) +/i, '');
    for (const part of [secret, bare])
      if (part.length >= LEAST_SECRET) hidden = hidden.replaceAll(part, `[${variable}]`);
  }
  return hidden;
}
