import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './support/source-imports.ts';

/** What is spread in parentheses: `a && { b }` of `...(a && { b })`. */
function spreads(text: string): readonly string[] {
  return [...text.matchAll(/\.\.\.\(/g)].map(({ index }) => {
    const start = index + '...('.length;
    let [at, depth] = [start, 1];
    for (; depth > 0 && at < text.length; at += 1) {
      if (text[at] === '(') depth += 1;
      if (text[at] === ')') depth -= 1;
    }
    return text.slice(start, at - 1).trim();
  });
}

const isConditional = (spread: string): boolean => /&&[^?]*$|\?\s*\{[\s\S]*\}\s*:\s*\{\}$/.test(spread);

it('finds conditional spreads, and no other spread', () => {
  const text = 'x = { ...(f(a) && { b }), ...(c ? { d: (1) } : {}), ...(e && f ? g : h) };';
  expect(spreads(text).filter(isConditional)).toEqual(['f(a) && { b }', 'c ? { d: (1) } : {}']);
});

it('no object has a conditional spread: a member that is undefined means the same as one left out', () => {
  const found = globSync('packages/*/src/**/*.ts', { cwd: ROOT }).flatMap((path) =>
    spreads(readFileSync(join(ROOT, path), 'utf8'))
      .filter(isConditional)
      .map((spread) => `${path}: ${spread}`),
  );
  expect(found).toEqual([]);
});
