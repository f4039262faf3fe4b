import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileGlob, matchesGlob } from '../../../src/permission/rules/glob.ts';
import {
  compilePathPattern,
  matchPath,
  segmentsOf,
  type PathPatternOptions,
} from '../../../src/permission/rules/path-pattern.ts';
import { couldFitBeneath } from '../../../src/permission/rules/path-steps.ts';
import { compileWildcard } from '../../../src/permission/rules/wildcard.ts';
import { slowGlob, slowPathPattern, slowWildcard } from './slow-reference.ts';

const RUNS = { numRuns: Math.min(3000, Number(process.env['SLUICE_RUNS'] ?? 3000)) };

const character = fc.constantFrom('a', 'b', '.', '😀');
const name = fc.array(character, { minLength: 1, maxLength: 5 }).map((all) => all.join(''));
const piece = fc.oneof(
  { weight: 4, arbitrary: character },
  { weight: 3, arbitrary: fc.constant('*') },
  fc.constantFrom('?', '[ab]', '[!a]', '[^b.]', '[😀]', '[!😀]', '\\*', '\\a', '**'),
);
const segment = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map((all) => all.join(''))
  .filter((text) => !/^\.+$/.test(text));
const path = fc
  .array(
    name.filter((text) => !/^\.+$/.test(text)),
    { maxLength: 5 },
  )
  .map((names) => `/${['p', ...names].join('/')}`);
const pattern = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.oneof(
        segment,
        fc.constant('**'),
        name.filter((text) => !/^\.+$/.test(text)),
      ),
      { minLength: 1, maxLength: 5 },
    ),
  )
  .map(([isAnchored, segments]) => `${isAnchored ? '/' : ''}${segments.join('/')}`);

function compiled(specifier: string, floats: PathPatternOptions['floats'] = 'names') {
  const found = compilePathPattern(specifier, {
    ruleRoot: '/p',
    root: '/p',
    home: undefined,
    floats,
  });
  if ('problem' in found) throw new Error(found.problem);
  return found;
}

it('a segment matches as a regular expression would', () => {
  fc.assert(
    fc.property(segment, name, (glob, text) => {
      const found = compileGlob(glob);
      const answer = typeof found === 'string' ? found === text : matchesGlob(found, text);
      expect(answer).toBe(new RegExp(`^${slowGlob(glob)}$`, 'su').test(text));
    }),
    RUNS,
  );
});

it('a path matches as a regular expression would', () => {
  fc.assert(
    fc.property(pattern, path, (specifier, asked) => {
      expect(matchPath(compiled(specifier), segmentsOf(asked))).toBe(
        slowPathPattern(specifier, '/p').test(asked),
      );
    }),
    RUNS,
  );
});

it('wildcards match as a regular expression would', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '*', '.'), { maxLength: 8 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, (wildcard, asked) => {
      expect(compileWildcard(wildcard)(asked)).toBe(slowWildcard(wildcard).test(asked));
    }),
    RUNS,
  );
});

it('what matches beneath a directory could fit beneath it', () => {
  fc.assert(
    fc.property(pattern, path, fc.nat(5), fc.boolean(), (specifier, asked, depth, floats) => {
      const found = compiled(specifier, floats ? 'names-and-directories' : 'names');
      const segments = segmentsOf(asked);
      fc.pre(matchPath(found, segments) === true);
      const base = found.anchor.length + found.fixed.length;
      const tree = segments.slice(0, Math.max(base, depth));
      expect(couldFitBeneath(found.steps, tree, base)).toBe(true);
    }),
    RUNS,
  );
});

it('floating deny patterns match whatever the anchored reading does', () => {
  fc.assert(
    fc.property(pattern, path, (specifier, asked) => {
      const segments = segmentsOf(asked);
      if (matchPath(compiled(specifier), segments) === true) {
        expect(matchPath(compiled(specifier, 'names-and-directories'), segments)).toBe(true);
      }
    }),
    RUNS,
  );
});

it('hostile patterns end soon', () => {
  const text = 'a'.repeat(2000);
  expect(compileWildcard(`${'*a'.repeat(900)}*b`)(text)).toBe(false);
  const glob = compileGlob(`${'*a'.repeat(900)}*b*`);
  expect(typeof glob === 'string' || matchesGlob(glob, text)).toBe(false);
  const deep = segmentsOf(`/p${'/a'.repeat(2000)}`);
  expect(matchPath(compiled(`/${'**/a*/'.repeat(500)}b`), deep)).toBe(false);
  expect(matchPath(compiled(`/${'**/*a*a*b/'.repeat(300)}c`), deep)).toBe(false);
  expect(couldFitBeneath(compiled(`/${'**/a*/'.repeat(30)}b`).steps, deep, 1)).toBe(true);
});
