import { expect, it } from 'vitest';
import { SourceNotes } from '../../src/late-tools/source-notes.ts';

it('servers that still connect are named once, and how to wait for them', () => {
  let connecting = ['a'];
  const notes = new SourceNotes({ connecting: () => connecting });
  const a =
    'These MCP servers are still connecting: a. Their tools are added to your list when they are connected.';
  expect([notes.take(undefined), notes.take(undefined)]).toEqual([[a], []]);
  connecting = ['a', 'b', 'c'];
  expect(notes.take('ToolSearch')).toEqual([
    'These MCP servers are still connecting: b, c. To wait for their tools, search for them with ToolSearch.',
  ]);
});

it('servers that need a login are named once, and again after a summary, or when they need another', () => {
  let needing = [{ name: 'a', reason: 'It requires a login. Run: log in' }];
  const notes = new SourceNotes({ needsLogin: () => needing });
  const note = [
    "These MCP servers can't be used until the user logs in. If you need one, tell the user how:\n" +
      '- a: It requires a login. Run: log in',
  ];
  expect([notes.take('ToolSearch'), notes.take(undefined)]).toEqual([note, []]);
  notes.forget();
  expect([notes.take(undefined), notes.take(undefined)]).toEqual([note, []]);
  const before = needing;
  needing = [];
  expect(notes.take(undefined)).toEqual([]);
  needing = before;
  expect(notes.take(undefined)).toEqual(note);
});
