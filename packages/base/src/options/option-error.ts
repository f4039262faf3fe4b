import type { Finding, UnknownField } from './check.ts';

/**
 * A finding as an error to throw: the option, its value, and what is allowed.
 * @param where named first, such as the function that got the options. Default: nothing is
 */
export function optionError(wrong: Finding | undefined, where?: string): TypeError | RangeError | undefined {
  if (wrong === undefined) return undefined;
  const prefix = where === undefined ? '' : `${where}: `;
  if (wrong.kind === 'unknown') return new TypeError(`${prefix}${unknownText(wrong)}`);
  const { at, got, allowed, near, kind } = wrong;
  const what = at === '' ? 'The options' : `The option ${at.slice(1)}`;
  const hint = near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
  const message = `${prefix}${what} must be ${allowed}; got ${shown(got)}.${hint}`;
  return kind === 'type' ? new TypeError(message) : new RangeError(message);
}

/**
 * Throws if there is a finding.
 * @throws TypeError, or RangeError for a value of the right type that can't be used
 */
export function refuseOptions(wrong: Finding | undefined, where: string): void {
  const error = optionError(wrong, where);
  if (error !== undefined) throw error;
}

function unknownText({ at, name, names, near }: UnknownField): string {
  const where = at === '' ? '' : ` in ${at.slice(1)}`;
  const hint = near === undefined ? `Options: ${names.join(', ')}.` : `Did you mean ${near}?`;
  return `There is no option ${JSON.stringify(name.slice(0, 100))}${where}. ${hint}`;
}

const MAX_SHOWN = 100;

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_SHOWN).toWellFormed());
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Map) return 'a Map with other contents';
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).slice(0, 5).join(', ').slice(0, MAX_SHOWN);
    return keys === '' ? 'an empty object' : `an object with ${keys}`;
  }
  return typeof value === 'function' ? 'a function' : String(value);
}
