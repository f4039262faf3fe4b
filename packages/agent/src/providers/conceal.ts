import type { ModelEvent, ModelFailure } from '@sluice/core';
import { basicAuthorization } from '../http/basic-authorization.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Shorter ones are placeholders of local servers ("none", "test"), and ordinary words. */
const SHORTEST_SECRET = 8;

export interface Concealer {
  text(text: string): string;
  /** Of a text that comes in pieces: a secret may begin in one and end in another. */
  pieces(): ConcealedPieces;
  failure(failure: ModelFailure): ModelFailure;
  event(event: ModelEvent): ModelEvent;
}

export interface ConcealedPieces {
  /** What of the text so far can be shown, after what has been. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
}

/** Takes secrets out of texts that people and logs see: servers repeat what they were sent in what they complain of. */
export function createConcealer(secrets: readonly string[]): Concealer {
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

/** The user and password of an address, in each form in which they are sent. */
export function secretsOfAddress(url: URL): string[] {
  const header = basicAuthorization(url);
  return header === undefined ? [] : [url.password, header.slice('Basic '.length), passwordIn(header)];
}

function passwordIn(header: string): string {
  const pair = Buffer.from(header.slice('Basic '.length), 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

/** What of these headers must not be shown: each value, and a credential without the word before it. */
export function secretsOfHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)]);
}
