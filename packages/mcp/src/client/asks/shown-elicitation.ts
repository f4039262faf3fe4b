import { domainToUnicode } from 'node:url';
import {
  displayInput,
  getOwn,
  isJsonObject,
  sanitize,
  sanitizeLines,
  type InputDisplay,
  type JsonObject,
} from '@sluice/core';

/** A page as a person is shown it, or why they must not be sent to it. */
export type ShownPage =
  | { readonly ok: true; readonly url: string; readonly host: string; readonly display: InputDisplay }
  | { readonly ok: false; readonly problem: string };

/** The address in ASCII, as a browser would open it. Letters of other scripts in its host are named. */
export function shownPage(url: string, message: string): ShownPage {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !isOpenable(parsed))
    return { ok: false, problem: 'The address must begin with https://, or with http:// on this machine.' };
  if (parsed.username !== '' || parsed.password !== '')
    return { ok: false, problem: 'The address must not contain a user name or a password.' };
  const { href, host, hostname } = parsed;
  const unicode = domainToUnicode(hostname);
  const isPlain = unicode === hostname || unicode === '';
  const isAsWritten = /^[!-~]*$/u.test(url);
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['url', href],
    ['host', host],
    ['host with its original letters', isPlain ? undefined : unicode],
    ['as written', isAsWritten ? undefined : url],
    ['message', message],
  ];
  const known = parts.filter(([, part]) => part !== undefined);
  const display = displayInput(Object.fromEntries(known), true);
  const warning = `The host ${host} contains letters other than ASCII: ${sanitize(unicode)}.`;
  const warnings = isPlain ? display.warnings : [warning, ...display.warnings];
  return { ok: true, url: href, host, display: { ...display, warnings } };
}

function isOpenable({ protocol, hostname }: URL): boolean {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}

/** A form as a person is shown it, or why it can't be shown. */
export type ShownForm =
  | { readonly ok: true; readonly schema: JsonObject; readonly display: InputDisplay }
  | { readonly ok: false; readonly problem: string };

/** Members of a field, or of a choice, that are there for a person to read. */
const TEXTS = new Set(['title', 'description', 'enumNames', '$comment', 'examples']);

/**
 * Titles and descriptions are shown with nothing hidden in them. Names, choices and defaults are what is sent, so they can't be changed: they
 * must have nothing to hide.
 */
export function shownForm(schema: JsonObject, message: string): ShownForm {
  const hidden = firstHidden(schema);
  if (hidden !== undefined)
    return {
      ok: false,
      problem: `A name, choice or default in the form contains hidden characters: ${hidden}`,
    };
  const properties = getOwn(schema, 'properties');
  const fields = isJsonObject(properties) ? properties : {};
  const display = displayInput({ message, ...prefixed(fields) }, true);
  const shown = withShownTexts(schema);
  return { ok: true, schema: isJsonObject(shown) ? shown : {}, display };
}

/** A field must not stand in for the message. */
const prefixed = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [`field ${name}`, field]));

/** Undefined: whatever is sent as it stands is what it looks like. */
function firstHidden(value: unknown): string | undefined {
  if (typeof value === 'string') return sanitizeLines(value) === value ? undefined : sanitize(value);
  if (Array.isArray(value))
    return value.map((one: unknown) => firstHidden(one)).find((one) => one !== undefined);
  if (!isJsonObject(value)) return undefined;
  return Object.entries(value)
    .flatMap(([key, member]) => [firstHidden(key), isText(key, member) ? undefined : firstHidden(member)])
    .find((one) => one !== undefined);
}

/** A field may be called `title`: then it is an object. */
const isText = (key: string, member: unknown): boolean => TEXTS.has(key) && !isJsonObject(member);

function withShownTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withShownTexts(one));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      isText(key, member) ? sanitized(member) : withShownTexts(member),
    ]),
  );
}

function sanitized(value: unknown): unknown {
  if (typeof value === 'string') return sanitize(value);
  return Array.isArray(value) ? value.map((one: unknown) => sanitized(one)) : value;
}
