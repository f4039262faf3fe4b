import { PERMISSION_MODES } from '@sluice/core/display';
import { expect, it } from 'vitest';
import { HELP as ACP } from '../../src/cli/acp/usage.ts';
import { HELP as EXEC } from '../../src/cli/exec/usage.ts';
import { HELP as EXPLAIN } from '../../src/cli/explain/usage.ts';
import { SYNOPSIS } from '../../src/cli/help.ts';
import { HELP as SERVE } from '../../src/cli/mcp/serve/usage.ts';
import { COMMANDS_LINE } from '../../src/cli/mcp/usage.ts';
import { HELP as PRINT } from '../../src/cli/print/usage.ts';
import { SYNOPSIS as RULES } from '../../src/cli/rules/usage.ts';

it.each(Object.entries({ ACP, EXEC, EXPLAIN, SERVE, PRINT }))(
  'the help of %s names every permission mode',
  (_, help) => {
    expect(PERMISSION_MODES.filter((mode) => !help.includes(mode))).toEqual([]);
  },
);

it.each([
  ['mcp', COMMANDS_LINE],
  ['rules', [...RULES.matchAll(/sluice rules ([a-z|]+)/g)].map(([, names]) => names).join('|')],
])('the top-level help names every command of %s', (command, synopsis) => {
  const names = (text: string) => (/(?:^|\[)([a-z-]+(?:\|[a-z-]+)+)/.exec(text)?.[1] ?? '').split('|');
  const lines = SYNOPSIS.split('\n').filter((text) => text.includes(`sluice ${command} `));
  const shown = lines.flatMap((line) => names(line.slice(line.indexOf(`${command} `) + command.length + 1)));
  expect(shown.toSorted()).toEqual(names(synopsis.replace(/^.*\[/, '[')).toSorted());
  expect(shown.length).toBeGreaterThan(5);
});
