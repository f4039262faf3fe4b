import { nearestName } from '../nearest-name.ts';
import { wrongType, type Check, type Finding } from './check.ts';

/**
 * Checks the fields of an object, and that there are no others. An undefined field is treated as missing.
 * @param required fields that must be there. Default: none must
 */
export function checkFields(
  value: unknown,
  fields: Readonly<Record<string, Check>>,
  allowed: string,
  required: readonly string[] = [],
): Finding | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongType(value, allowed);
  // Not by entries, which take a list for each field: this runs for each tool and each message.
  for (const name of Object.keys(value)) {
    const given: unknown = Reflect.get(value, name);
    const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (check === undefined) {
      const names = Object.keys(fields);
      return { kind: 'unknown', at: '', name, names, near: nearestName(name, names) };
    }
    const wrong = given === undefined ? undefined : check(given);
    if (wrong !== undefined) return { ...wrong, at: `.${name}${wrong.at}` };
  }
  for (const name of required) {
    const wrong = Reflect.get(value, name) === undefined ? fields[name]?.(undefined) : undefined;
    if (wrong !== undefined) return { ...wrong, at: `.${name}` };
  }
  return undefined;
}
