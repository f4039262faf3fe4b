import type { ModelEvent, ModelFailure } from '@sluice/core';
import { basicAuthorization } from '../http/basic-authorization.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Shorter ones are placeholders for local servers ("none", "test") and ordinary words. */
const SHORTEST_SECRET = 8;

export interface Redactor {
  text(text: string): string;
  /** For text in pieces: a secret may span two of them. */
  pieces(): RedactedPieces;
  failure(failure: ModelFailure): ModelFailure;
  event(event: ModelEvent): ModelEvent;
}

interface RedactedPieces {
  /** The part of the text that can be shown now, after what was returned before. */
  push(piece: string): string;
  /** The rest of the text. */
  end(): string;
}

/**
 * Redacts secrets in text that users and logs see: servers echo what they were sent in their error messages.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .toSorted((a, b) => b.length - a.length);
  const text = (shown: string): string => withoutSecrets(shown, forms, true).shown;
  const failure = (shown: ModelFailure): ModelFailure => {
    const message = text(shown.message);
    return message === shown.message ? shown : { ...shown, message };
  };
  return {
    text,
    pieces() {
      let held = '';
      return {
        push(piece) {
          const now = withoutSecrets(held + piece, forms, false);
          ({ held } = now);
          return now.shown;
        },
        end: () => text(held),
      };
    },
    failure,
    event(event) {
      switch (event.type) {
        case 'failed':
        case 'retry':
          return { ...event, failure: failure(event.failure) };
        case 'problem':
          return { ...event, message: text(event.message) };
        default:
          return event;
      }
    },
  };
}

/** The user and password of a URL, in each form in which they are sent. */
export function secretsOfAddress(url: URL): string[] {
  const header = basicAuthorization(url);
  return header === undefined ? [] : [url.password, header.slice('Basic '.length), passwordIn(header)];
}

function passwordIn(header: string): string {
  const pair = Buffer.from(header.slice('Basic '.length), 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

/** Secrets in these headers: each value, and a credential without its scheme. */
export function secretsOfHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)]);
}
