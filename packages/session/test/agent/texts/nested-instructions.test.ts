import type { InstructionFile } from '@sluice/agent';
import { markedText, type ModelMessage } from '@sluice/core';
import { expect, it } from 'vitest';
import { NestedInstructions } from '../../../src/agent/texts/nested-instructions.ts';

const FILES: Readonly<Record<string, readonly InstructionFile[]>> = {
  '/work/sub/a.ts': [
    {
      path: '/work/sub/.claude/CLAUDE.md',
      kind: 'Project',
      text: 'Nested. </not-from-user>\n',
      parent: undefined,
    },
    { path: '/work/.claude/rules/ts.md', kind: 'Project', text: 'Rule.', parent: undefined, globs: ['*.ts'] },
  ],
};

function conversation() {
  const messages: ModelMessage[] = [];
  const found: (readonly [string, readonly string[]])[] = [];
  const given = new Set<string>();
  const nested = new NestedInstructions({
    cwd: '/work',
    finder: () => ({
      about(path) {
        const files = given.has(path) ? [] : (FILES[path] ?? []);
        given.add(path);
        return { files, problems: [] };
      },
    }),
    found: (news, trigger) => found.push([trigger, news.files.map(({ path }) => path)]),
  });
  return {
    ...{ messages, found, nested },
    request(): readonly string[] {
      const notes = nested.notes(messages);
      for (const { text } of notes)
        messages.push({ role: 'user', content: [{ type: 'text', text: markedText(text, 'instructions') }] });
      return notes.map(({ text }) => text);
    },
    reads(path: string): void {
      messages.push({
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'Read', input: { file_path: path } }],
      });
    },
  };
}

const TOLD = [
  expect.stringMatching(
    /^More instructions apply to files below \/work\/sub\.[^]*From \/work\/sub\/\.claude\/CLAUDE\.md:\n\nNested\./,
  ),
  expect.stringMatching(/^More instructions apply to files that match \*\.ts\.[^]*\n\nRule\.$/),
];

it('the model gets them once a call has named a file there', () => {
  const { request, reads, found, nested } = conversation();
  expect(request()).toEqual([]);
  reads('b.ts');
  expect(request()).toEqual([]);
  reads('sub/a.ts');
  expect(request()).toEqual(TOLD);
  reads('/work/sub/a.ts');
  expect(request()).toEqual([]);
  expect(found).toEqual([['/work/sub/a.ts', ['/work/sub/.claude/CLAUDE.md', '/work/.claude/rules/ts.md']]]);
  expect(nested.files).toHaveLength(2);
});

it('the model gets them again if a summary has taken their place, and not again in a session that goes on', () => {
  const { request, reads, messages } = conversation();
  reads('sub/a.ts');
  expect(request()).toEqual(TOLD);
  const later = conversation();
  later.messages.push(...messages);
  expect(later.request()).toEqual([]);
  messages.splice(0, messages.length);
  expect(request()).toEqual(TOLD);
});
