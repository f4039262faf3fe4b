import { expect, it } from 'vitest';
import { allNamesText, changedNamesText, type DeferredName } from '../../src/late-tools/deferred-names.ts';

const TEXTS = { search: 'ToolSearch', bridge: undefined };

function named(name: string, server?: string): DeferredName {
  return { name, server, isForeign: server !== undefined || name.startsWith('own') };
}

it('names stand by server, without what all of its names begin with', () => {
  const names = [
    named('TaskOutput'),
    named('mcp__git__log', 'git'),
    named('own_tool'),
    named('mcp__git__blame', 'git'),
    named('mcp__my_mail__send', 'my.mail'),
  ];
  expect(allNamesText(names, TEXTS)).toBe(
    [
      'These tools are available but not listed. Load the ones you need with ToolSearch:',
      '- built in: TaskOutput',
      '- git (mcp__git__…): log, blame',
      '- other tools: own_tool',
      '- my.mail (mcp__my_mail__…): send',
    ].join('\n'),
  );
  expect(allNamesText(names, { ...TEXTS, bridge: 'UseTool' })).toContain(
    'with ToolSearch, and call them with UseTool:',
  );
});

it('a change says what came and what went; of very many, how many', () => {
  const git = [named('mcp__git__log', 'git')];
  const mail = [named('mcp__mail__send', 'mail'), named('mcp__mail__list', 'mail')];
  expect(changedNamesText(git, mail, 1, TEXTS)).toBe(
    [
      'More tools are available. Load the ones you need with ToolSearch:',
      '- git (mcp__git__…): log',
      'These tools are no longer available:',
      '- mail (mcp__mail__…): send, list',
    ].join('\n'),
  );
  // Their servers arrived in the other order.
  expect(changedNamesText([...mail, ...git], [], 3, TEXTS)).toMatch(/- git .*\n- mail /);
  expect(changedNamesText([], mail, 501, TEXTS)).toBe(
    'These tools are no longer available:\n- mail: 2 tools',
  );
});
