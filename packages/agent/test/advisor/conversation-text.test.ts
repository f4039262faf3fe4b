import type { JsonObject, ModelMessage } from '@sluice/core';
import { expect, it } from 'vitest';
import { conversationText } from '../../src/advisor/conversation-text.ts';
import { secretVariableValues } from '../../src/advisor/secret-values.ts';

const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const call = (id: string, name: string, input: JsonObject): ModelMessage => ({
  role: 'assistant',
  content: [
    { type: 'opaque', api: 'anthropic', kind: 'thinking', block: { thinking: 'private thoughts' } },
    { type: 'tool_use', id, name, input },
  ],
});
const result = (id: string, content: string, isError = false): ModelMessage => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }],
});
const text = (
  messages: readonly ModelMessage[],
  secrets: readonly string[] = [],
  maxChars = 1_000_000,
): string => conversationText(messages, { secrets, maxChars }).join('\n');

it('has what was said, calls and results, and no thinking', () => {
  expect(text([user('Fix it.'), call('1', 'Bash', { command: 'make' }), result('1', 'boom', true)])).toBe(
    'USER:\nFix it.\nAGENT:\n[calls Bash: {"command":"make"}]\nUSER:\n[result (failed)]\nboom',
  );
});

it('cuts long results in the middle', () => {
  const shown = text([
    call('1', 'Read', { file_path: '/a' }),
    result('1', `${'a'.repeat(30_000)}${'z'.repeat(30_000)}`),
  ]);
  expect(shown).toContain('[40000 characters left out]');
  expect(shown.length).toBeLessThan(20_200);
  expect(shown.endsWith('z')).toBe(true);
});

it.each([
  ['Read', { file_path: '/w/.env' }],
  ['Read', { file_path: '/w/.env.local' }],
  ['Read', { file_path: '/home/u/.ssh/id_ed25519' }],
  ['Grep', { pattern: 'x', path: 'certs/server.pem' }],
  ['Bash', { command: 'cat <".env"' }],
])('nothing of what %s %j gives is passed on, nor its values elsewhere', (name, input) => {
  const shown = text([
    call('1', name, input),
    result('1', '     1→API_KEY="hunter2hunter2"\nexport DB_PASSWORD=correct-horse\nPORT=80'),
    call('2', 'Bash', { command: 'curl -H hunter2hunter2 http://localhost:80' }),
    result('2', 'password was correct-horse'),
  ]);
  expect(shown).not.toMatch(/hunter2hunter2|correct-horse|PORT/);
  expect(shown).toContain('http://localhost:80');
});

it('other files with such words in their names are passed on', () => {
  expect(
    text([call('1', 'Read', { file_path: '/w/environment.ts' }), result('1', 'const a = 1;')]),
  ).toContain('const a = 1;');
});

it('values of secret variables are blanked', () => {
  const env = {
    OPENAI_API_KEY: 'sk-1234567890',
    GH_TOKEN: 'ghp_abcdefgh',
    MONKEY_SIZE: 'enormous-monkey',
    PIN_KEY: 'short',
  };
  const shown = text([user('sk-1234567890 ghp_abcdefgh enormous-monkey short')], secretVariableValues(env));
  expect(shown).toBe('USER:\n[key] [key] enormous-monkey short');
});

it('leaves out the oldest messages if not all fit, and cuts the last one if it does not', () => {
  const messages = [user('first'), user('second'), user('third')];
  expect(text(messages, [], 30)).toBe('[The first 1 messages are left out.]\nUSER:\nsecond\nUSER:\nthird');
  expect(text([user('a'.repeat(100))], [], 20)).toMatch(/^USER:\naaaa\n\[86 characters left out\]\na{10}$/);
});
