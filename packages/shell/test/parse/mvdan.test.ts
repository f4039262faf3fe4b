import * as fc from 'fast-check';
import mvdan from 'mvdan-sh';
import { expect, test } from 'vitest';
import { parseCommand } from '../../src/parse/parse-command.ts';
import { namesOf } from './commands-of.ts';
import { commands, RUNS, SEED } from './nasty.ts';

const PLAIN_NAME = /^[a-z]+$/u;

/** Plain command names that mvdan-sh sees; none where it rejects the source. */
function namesFromMvdan(source: string): string[] {
  const names: string[] = [];
  try {
    mvdan.syntax.Walk(mvdan.syntax.NewParser().Parse(source, ''), (node) => {
      if (node === null || mvdan.syntax.NodeType(node) !== 'CallExpr') return true;
      const [part, ...others] = node.Args[0]?.Parts ?? [];
      if (others.length === 0 && part?.Value !== undefined && PLAIN_NAME.test(part.Value))
        names.push(part.Value);
      return true;
    });
  } catch {
    return [];
  }
  return names;
}

test('no command that mvdan-sh sees is missing', () => {
  fc.assert(
    fc.property(commands, (source) => {
      const parsed = parseCommand(source);
      // mvdan-sh reads a `#` after a quote as a comment, and `+=[` without a name as an assignment; bash does not.
      if (parsed.kind === 'opaque' || /[^\s;&|(<>]#|=\[/u.test(source)) return;
      const ours = namesOf(parsed).filter((name) => PLAIN_NAME.test(name));
      const missing = namesFromMvdan(source).filter((name) => !ours.includes(name));
      expect({ source, missing }).toEqual({ source, missing: [] });
    }),
    { numRuns: RUNS, seed: SEED },
  );
});
