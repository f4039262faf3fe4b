import { getOwn, isJsonObject, parsePermissionMode, type JsonObject, type RuleBehavior } from '@sluice/core';
import { nearestName, orList, present } from '@sluice/base';
import type { ReadExpectation } from './expectation.ts';

const KEYS = ['tool', 'input', 'expect', 'mode', 'cwd', 'rule', 'note'];
const TEXTS = ['cwd', 'rule', 'note'] as const;
/** Later stages may read an input recursively. */
const DEEPEST = 500;
const BEHAVIORS: readonly RuleBehavior[] = ['allow', 'ask', 'deny'];

/** Strict: an expectation with a misspelled key would check less than its author thinks. */
export function readExpectation(value: unknown): ReadExpectation {
  if (!isJsonObject(value)) return wrong('an expectation is an object with "tool", "input" and "expect"');
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return wrong(unknownKey(unknown));
  const tool = getOwn(value, 'tool');
  if (typeof tool !== 'string') return wrong('"tool" must be the name of a tool');
  const input = getOwn(value, 'input');
  if (typeof input !== 'string' && !isJsonObject(input)) {
    return wrong('"input" must be the tool\'s input as an object, or the text of its first field');
  }
  if (isDeeperThan(input, DEEPEST)) return wrong(`"input" is nested in more than ${DEEPEST} levels`);
  const expect = BEHAVIORS.find((behavior) => behavior === getOwn(value, 'expect'));
  if (expect === undefined) return wrong(`"expect" must be ${orList(BEHAVIORS.map((one) => `"${one}"`))}`);
  const given = getOwn(value, 'mode');
  const mode = parsePermissionMode(given);
  if (given !== undefined && mode === undefined) return wrong('"mode" is not the name of a permission mode');
  const text = TEXTS.find((key) => !isTextOrAbsent(value, key));
  if (text !== undefined) return wrong(`"${text}" must be a string`);
  return {
    ok: true,
    expectation: {
      tool,
      input,
      expect,
      mode,
      ...textsOf(value),
    },
  };
}

function textsOf(value: JsonObject): { cwd?: string; rule?: string; note?: string } {
  const [cwd, rule, note] = TEXTS.map((key) => getOwn(value, key));
  return {
    ...present({
      cwd: typeof cwd === 'string' ? cwd : undefined,
      rule: typeof rule === 'string' ? rule : undefined,
      note: typeof note === 'string' ? note : undefined,
    }),
  };
}

function isTextOrAbsent(value: JsonObject, key: string): boolean {
  const found = getOwn(value, key);
  return found === undefined || typeof found === 'string';
}

function unknownKey(key: string): string {
  const near = nearestName(key, KEYS);
  const hint = near === undefined ? `the keys are ${KEYS.join(', ')}` : `did you mean "${near}"?`;
  return `there is no key ${JSON.stringify(key.slice(0, 80))}; ${hint}`;
}

function wrong(message: string): ReadExpectation {
  return { ok: false, message };
}

/** Whether a JSON value is nested more deeply than that; checked without recursion. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let current: unknown[] = [value];
  for (let depth = 0; current.length > 0; depth += 1) {
    if (depth > levels) return true;
    current = current.flatMap(childrenOf);
  }
  return false;
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
