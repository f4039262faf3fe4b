import fc from 'fast-check';
import { expect, it } from 'vitest';
import { relativeProgram } from '../../src/read/relative-program.ts';

it.each<[command: string, args: readonly string[] | undefined, found: string | undefined]>([
  ['./check.sh', undefined, './check.sh'],
  ['  ../tools/check --all', undefined, '../tools/check'],
  ['scripts/check.py;', undefined, 'scripts/check.py'],
  ['.claude/hooks/a.sh', undefined, '.claude/hooks/a.sh'],
  ['"./with quotes/x"', undefined, './with'],
  ['DEBUG=1 ./check.sh', undefined, './check.sh'],
  ['bash check.sh', undefined, 'check.sh'],
  ['node --no-warnings x', undefined, undefined],
  ['sh -x check.sh', undefined, 'check.sh'],
  ['env python3 hooks/a.py', undefined, 'hooks/a.py'],
  ['"$CLAUDE_PROJECT_DIR"/check.sh', undefined, undefined],
  ['$SLUICE_PROJECT_DIR/check.sh', undefined, undefined],
  ['node "$CLAUDE_PROJECT_DIR/check.js"', undefined, undefined],
  ['/usr/local/bin/check', undefined, undefined],
  ['~/bin/check', undefined, undefined],
  ['check ./file', undefined, undefined],
  ['jq -r .tool_input', undefined, undefined],
  ['cd "$CLAUDE_PROJECT_DIR" && ./check.sh', undefined, undefined],
  ['python3 -c "import a.b/c"', undefined, undefined],
  ['deno run https://a.b/c.ts', undefined, undefined],
  ['echo a/b', undefined, undefined],
  ['[ -f a/b ] || exit 2', undefined, undefined],
  ['./check', [], './check'],
  ['${CLAUDE_PROJECT_DIR}/check', [], undefined],
  ['python3', ['hooks/a.py'], 'hooks/a.py'],
  ['python3', ['${CLAUDE_PROJECT_DIR}/a.py'], undefined],
])('%s %j', (command, args, found) => {
  expect(relativeProgram(command, args)).toBe(found);
});

it('property: what is found is a part of what was written, and begins neither at the root nor with a variable', () => {
  const word = fc.constantFrom(
    './a',
    'a/b',
    'bash',
    '/a/b',
    '$X/a',
    '~',
    '-e',
    'A=1',
    'x.sh',
    '"q"',
    '&&',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 5 }))), (words) => {
      const command = words.join(' ');
      const found = relativeProgram(command, undefined);
      if (found === undefined) return;
      expect(command.replaceAll(/["']/g, '')).toContain(found);
      expect(found).not.toMatch(/^[/$~-]/);
    }),
  );
});
