import { getOwn, isJsonObject } from '@sluice/core';
import { pageUrl } from '../web/page-url.ts';

/** A webhook that the user has set up: an entry of the setting `triggers`. */
export interface Trigger {
  readonly url: string;
  readonly description: string;
  /** Headers whose values are in environment variables: header → variable. */
  readonly headersFrom: Readonly<Record<string, string>>;
}

export type ReadTrigger =
  | { readonly ok: true; readonly trigger: Trigger }
  /** What is wrong, as the end of a sentence that names the entry. */
  | { readonly ok: false; readonly message: string };

const KEYS = ['url', 'description', 'headersFrom'];
/** RFC 9110, section 5.6.2. */
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** The request's own. */
const TAKEN = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'accept-encoding']);

/** An entry of the setting, checked. `allowPrivate`: hosts that may be reached without TLS. */
export function readTrigger(value: unknown, allowPrivate: readonly string[]): ReadTrigger {
  const wrong = (message: string): ReadTrigger => ({ ok: false, message });
  if (!isJsonObject(value)) return wrong('must be an object with a "url"');
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    return wrong(`has the unknown key ${JSON.stringify(unknown)}; there are ${KEYS.join(', ')}`);
  const { url, description = '', headersFrom = {} } = value;
  if (typeof url !== 'string') return wrong('needs "url", a text');
  const { username = '', password = '' } = URL.parse(url) ?? {};
  if (username !== '' || password !== '')
    return wrong(
      'has a "url" with a user name or a password; send them in a header instead, whose variable "headersFrom" names',
    );
  const parsed = pageUrl(url, allowPrivate);
  if (!parsed.ok) return wrong(`has a "url" that can't be used: ${parsed.message.replace(/\.$/, '')}`);
  if (typeof description !== 'string') return wrong('has a "description" that is not a text');
  if (!isJsonObject(headersFrom)) return wrong('has "headersFrom" that is not an object');
  const headers: Record<string, string> = {};
  for (const name of Object.keys(headersFrom)) {
    const variable = getOwn(headersFrom, name);
    if (!HEADER.test(name) || TAKEN.has(name.toLowerCase()))
      return wrong(`can't set the header ${JSON.stringify(name)}`);
    if (typeof variable !== 'string' || !VARIABLE.test(variable))
      return wrong(`must name an environment variable for the header ${name}, such as "DEPLOY_TOKEN"`);
    headers[name] = variable;
  }
  return { ok: true, trigger: { url: parsed.url.href, description, headersFrom: headers } };
}
