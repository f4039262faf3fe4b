import { getOwn, type JsonObject } from '../../data/json.ts';
import { compileWildcard } from './wildcard.ts';
import { addTo, earlier, type Ordered } from './ordered.ts';

/** `Tool(parameter:value)`. */
export interface Parameter {
  readonly name: string;
  /** `*` matches any characters. */
  readonly value: string;
}

export interface ParameterRule extends Ordered {
  readonly parameter: Parameter;
}

interface Candidate {
  readonly rule: ParameterRule;
  matches(text: string): boolean;
}

/** Undefined if the brackets don't contain a parameter and a value. */
export function readParameter(specifier: string): Parameter | undefined {
  const colon = specifier.indexOf(':');
  if (colon === -1) return undefined;
  const name = specifier.slice(0, colon).trim();
  const value = specifier.slice(colon + 1).trim();
  if (value === '' || !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) return undefined;
  return { name, value };
}

/**
 * Returns the first rule about an input, as the model wrote it.
 *
 * @param rules in order
 */
export function createParameterIndex(
  rules: readonly ParameterRule[],
): (input: JsonObject) => ParameterRule | undefined {
  const byName = new Map<string, Candidate[]>();
  for (const rule of rules) {
    addTo(byName, rule.parameter.name, { rule, matches: compileWildcard(rule.parameter.value) });
  }
  return (input) => {
    let best: ParameterRule | undefined;
    for (const key of Object.keys(input)) {
      const candidates = byName.get(key);
      const text = candidates === undefined ? undefined : textOf(getOwn(input, key));
      if (candidates === undefined || text === undefined) continue;
      best = earlier(best, firstMatching(candidates, text));
    }
    return best;
  };
}

function firstMatching(candidates: readonly Candidate[], text: string): ParameterRule | undefined {
  for (const { rule, matches } of candidates) if (matches(text)) return rule;
  return undefined;
}

/** Undefined for anything but scalars. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return undefined;
}
