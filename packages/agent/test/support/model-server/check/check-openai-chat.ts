import { getOwn, type JsonObject } from '@sluice/core';
import type { Check } from './check-request.ts';
import { isJsonText, listOf, objectAt, repeated, textAt } from './read.ts';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_CALL_ID = 40;
const ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

export const checkOpenaiChat: Check = ({ body }) => {
  const problems: string[] = [];
  if (textAt(body, 'model') === '') problems.push('there is no model.');
  listOf(body, 'tools').forEach((tool, index) => {
    const name = textAt(objectAt(tool, 'function'), 'name');
    if (!TOOL_NAME.test(name)) problems.push(`tools[${index}]: the name does not match ${TOOL_NAME}.`);
  });
  const messages = listOf(body, 'messages');
  if (!messages.some((message) => textAt(message, 'role') === 'user'))
    problems.push('there is no message of the user.');
  messages.forEach((message, index) => checkMessage(message, `messages[${index}]`, problems));
  checkPairs(messages, problems);
  return problems;
};

function checkMessage(message: JsonObject, where: string, problems: string[]): void {
  const role = textAt(message, 'role');
  if (!ROLES.has(role)) problems.push(`${where}: the role is "${role}".`);
  const calls = listOf(message, 'tool_calls');
  if ('tool_calls' in message && calls.length === 0) problems.push(`${where}: its tool_calls are empty.`);
  const content = getOwn(message, 'content');
  const hasContent = typeof content === 'string' ? content !== '' : listOf(message, 'content').length > 0;
  if (!hasContent && calls.length === 0 && role !== 'tool') problems.push(`${where}: its content is empty.`);
  if (role === 'tool' && !isTextContent(content))
    problems.push(`${where}: the content of a tool message is not text.`);
  listOf(message, 'content').forEach((part, index) => {
    if (textAt(part, 'type') === 'text' && textAt(part, 'text') === '')
      problems.push(`${where}.content[${index}]: a text part is empty.`);
  });
  calls.forEach((call, index) => {
    const place = `${where}.tool_calls[${index}]`;
    const id = textAt(call, 'id');
    const called = objectAt(call, 'function');
    if (id === '' || id.length > MAX_CALL_ID)
      problems.push(`${place}: the id is empty or longer than ${MAX_CALL_ID}.`);
    if (textAt(call, 'type') !== 'function') problems.push(`${place}: the type is not "function".`);
    if (!TOOL_NAME.test(textAt(called, 'name')))
      problems.push(`${place}: the name does not match ${TOOL_NAME}.`);
    if (!isJsonText(textAt(called, 'arguments')))
      problems.push(`${place}: the arguments are not JSON text of an object.`);
  });
}

function isTextContent(content: unknown): boolean {
  if (typeof content === 'string') return true;
  return Array.isArray(content) && content.every((part: JsonObject) => textAt(part, 'type') === 'text');
}

/** The tool messages directly after a message answer each of its calls once, and nothing else. */
function checkPairs(messages: readonly JsonObject[], problems: string[]): void {
  let open = new Set<string>();
  messages.forEach((message, index) => {
    const where = `messages[${index}]`;
    if (textAt(message, 'role') === 'tool') {
      const id = textAt(message, 'tool_call_id');
      if (!open.delete(id)) problems.push(`${where}: a result of ${id}, which no call before it waits for.`);
      return;
    }
    for (const id of open) problems.push(`${where}: the call ${id} before it has no result.`);
    open = new Set(listOf(message, 'tool_calls').map((call) => textAt(call, 'id')));
  });
  for (const id of open) problems.push(`the call ${id} has no result.`);
  const ids = messages.flatMap((message) => listOf(message, 'tool_calls').map((call) => textAt(call, 'id')));
  for (const id of repeated(ids)) problems.push(`the call id ${id} occurs twice.`);
}
