import { isJsonObject, type JsonObject } from '@sluice/core';
import { MAX_RESULT_NESTING } from '../nesting.ts';

const MARK = '[redacted]';
/** Shorter values are words that occur in any text. */
const MIN_LENGTH = 8;
/** What a server inherits is only masked if it looks like no word. */
const MIN_INHERITED = 16;
/** Access tokens are renewed; a server may still say an older one. */
const MAX_TOKENS = 20;
const SECRET_NAME =
  /(?:token|key|secret|passw(?:or)?d|passphrase|credentials?|authorization|auth|cookie|pat)$/i;
/** Members of what a server offers that are compared or sent back, not read. */
const SENT_KEYS: ReadonlySet<string> = new Set([
  ...['name', 'uri', 'uriTemplate', 'protocolVersion', 'supportedVersions', 'mimeType'],
  ...['type', 'required', 'enum', 'const', 'pattern', 'format', '$ref', '$schema', '$id'],
]);
const SCHEME = /^(?:Basic|Bearer|Token) +/i;

type Values = Readonly<Record<string, string | undefined>>;

export interface GivenSecretsOptions {
  /** The variables or headers of its entry: those whose names say that they are secret. */
  readonly own: Values;
  /** Variables that it inherits. */
  readonly inherited?: Values | undefined;
  /** Its address, and others that its entry has: their passwords and keys. */
  readonly addresses?: readonly string[] | undefined;
}

/**
 * The secrets that Sluice has given to a server, by headers or variables. A server may repeat them in what it says; a model, a
 * transcript or a log gets that without them. Only the very values are masked, so that results otherwise stay as they are.
 */
export class GivenSecrets {
  readonly #fixed: ReadonlySet<string>;
  readonly #tokens = new Set<string>();
  /** Longer ones first: one may hold another. Undefined: to be made. */
  #spellings: readonly string[] | undefined;
  /** Of those that look random. */
  #random: readonly string[] | undefined;

  constructor({ own, inherited = {}, addresses = [] }: GivenSecretsOptions) {
    const named = Object.entries(own).filter(([name]) => SECRET_NAME.test(name));
    this.#fixed = new Set([
      ...named.flatMap(([, value = '']) => partsOf(value)),
      ...[...Object.values(own), ...addresses].flatMap((value = '') => secretsInAddress(value)),
      ...Object.entries(inherited)
        .filter(([name, value = '']) => SECRET_NAME.test(name) && looksRandom(value))
        .map(([, value = '']) => value),
    ]);
  }

  /** Adds the credentials among headers that are about to be sent. */
  addHeaders(headers: Headers): void {
    for (const part of [...headers].flatMap(([name, value]) =>
      SECRET_NAME.test(name) ? partsOf(value) : [],
    )) {
      if (this.#fixed.has(part) || this.#tokens.has(part)) continue;
      this.#tokens.add(part);
      const [oldest] = this.#tokens;
      if (this.#tokens.size > MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
      this.#spellings = undefined;
      this.#random = undefined;
    }
  }

  mask(text: string): string {
    this.#spellings ??= spellingsOf([...this.#fixed, ...this.#tokens]);
    return this.#spellings.reduce((shown, value) => shown.replaceAll(value, MARK), text);
  }

  /** The result of a request with all its texts masked; the same object if there was nothing to mask. */
  maskResult(result: JsonObject): JsonObject {
    const masked = this.#masked(result, 0);
    if (masked === result || !isJsonObject(masked)) return result;
    // The server gets it back, as it was.
    return Object.hasOwn(result, 'requestState')
      ? { ...masked, requestState: result['requestState'] }
      : masked;
  }

  /**
   * What a server says of itself and offers, with its texts masked. Names and the like go back to the server, and schemas hold values that it
   * checks: there, only what looks random is masked, so that a password that is a word leaves them usable. A cursor stays as it is.
   */
  maskListing(result: JsonObject): JsonObject {
    const masked = this.#masked(result, 0, true);
    if (masked === result || !isJsonObject(masked)) return result;
    return Object.hasOwn(result, 'nextCursor') ? { ...masked, nextCursor: result['nextCursor'] } : masked;
  }

  #maskRandom(text: string): string {
    this.#random ??= spellingsOf([...this.#fixed, ...this.#tokens].filter(looksRandom));
    return this.#random.reduce((shown, value) => shown.replaceAll(value, MARK), text);
  }

  /** What is nested deeper than a result may be is not used anyway. */
  #masked(value: unknown, depth: number, isListing = false, isSent = false): unknown {
    if (typeof value === 'string') return isSent ? this.#maskRandom(value) : this.mask(value);
    if (typeof value !== 'object' || value === null || depth > MAX_RESULT_NESTING) return value;
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => this.#masked(item, depth + 1, isListing, isSent));
      return items.every((item, index) => item === value[index]) ? value : items;
    }
    const entries = Object.entries(value);
    const masked = entries.map(([key, member]) => {
      const isValue = isListing && SENT_KEYS.has(key);
      return [key, this.#masked(member, depth + 1, isListing, isValue)] as const;
    });
    return masked.every(([, member], index) => member === entries[index]?.[1])
      ? value
      : Object.fromEntries(masked);
  }
}

/** As they are, and as JSON and addresses have them. Each costs a search through every result. */
function spellingsOf(values: readonly string[]): readonly string[] {
  const spellings = values
    .filter((value) => value.length >= MIN_LENGTH && !value.startsWith('/'))
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]);
  return [...new Set(spellings)].toSorted((one, other) => other.length - one.length);
}

/** A credential without its scheme, and the password in a basic one. */
function partsOf(value: string): readonly string[] {
  const bare = value.replace(SCHEME, '').trim();
  if (!/^Basic +/i.test(value)) return [bare];
  const password = Buffer.from(bare, 'base64').toString('utf8').split(':').slice(1).join(':');
  return [bare, password];
}

function secretsInAddress(text: string): readonly string[] {
  if (!text.includes('://') || !URL.canParse(text)) return [];
  const { password, searchParams } = new URL(text);
  const keys = [...searchParams].filter(([name]) => SECRET_NAME.test(name)).map(([, value]) => value);
  return [password, decoded(password), ...keys];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function looksRandom(value: string): boolean {
  return value.length >= MIN_INHERITED && /\d/.test(value) && /[A-Za-z]/.test(value) && !/\s/.test(value);
}
