import { getOwn, type JsonObject } from '../data/json.ts';

/** How Zod's default messages start. */
const GENERATED = /^(?:Too small|Too big|Invalid (?:string|number|input))\b/;

/**
 * Which constraint of its schema a value of the right type violates, in words that follow the field's name. Undefined if the schema's
 * author provides a message, or no constraint is violated.
 */
export function limitText(message: string, value: unknown, schema: JsonObject): string | undefined {
  if (!GENERATED.test(message)) return undefined;
  const bound = (keyword: string): number | undefined => {
    const limit = getOwn(schema, keyword);
    return typeof limit === 'number' ? limit : undefined;
  };
  if (typeof value === 'number') return numberText(value, bound);
  const isText = typeof value === 'string';
  if (!isText && !Array.isArray(value)) return undefined;
  const length = isText ? characters(value) : value.length;
  const least = bound(isText ? 'minLength' : 'minItems');
  const max = bound(isText ? 'maxLength' : 'maxItems');
  const noun = isText ? 'character' : 'item';
  if (least !== undefined && length < least) {
    return least === 1 ? 'must not be empty' : `must have at least ${least} ${noun}s`;
  }
  if (max === undefined || length <= max) return undefined;
  return `must have at most ${max} ${noun}${max === 1 ? '' : 's'}, and has ${length}`;
}

/** As schemas count: code points, not UTF-16 units. */
function characters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}

function numberText(value: number, bound: (keyword: string) => number | undefined): string | undefined {
  const [least, above] = [bound('minimum'), bound('exclusiveMinimum')];
  if (least !== undefined && value < least) return `must be ${least} or more`;
  if (above !== undefined && value <= above) return `must be more than ${above}`;
  const [max, below] = [bound('maximum'), bound('exclusiveMaximum')];
  if (max !== undefined && value > max) return `must be ${max} or less`;
  if (below !== undefined && value >= below) return `must be less than ${below}`;
  const step = bound('multipleOf');
  return step !== undefined && value % step !== 0 ? `must be a multiple of ${step}` : undefined;
}
