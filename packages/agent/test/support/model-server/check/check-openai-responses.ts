import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { ITEM_PREFIX } from '../encode/openai-responses.ts';
import { signatureOf } from '../message.ts';
import type { Check } from './check-request.ts';
import { isJsonText, listOf, repeated, textAt } from './read.ts';
import type { SentMemory } from './sent-memory.ts';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_CALL_ID = 64;

export const checkOpenaiResponses: Check = ({ body }, sent) => {
  const problems: string[] = [];
  if (textAt(body, 'model') === '') problems.push('there is no model.');
  listOf(body, 'tools').forEach((tool, index) => {
    if (textAt(tool, 'type') === 'function' && !TOOL_NAME.test(textAt(tool, 'name')))
      problems.push(`tools[${index}]: the name does not match ${TOOL_NAME}.`);
  });
  const items = listOf(body, 'input');
  if (items.length === 0 && textAt(body, 'input') === '') problems.push('the input is empty.');
  const isStored = getOwn(body, 'store') !== false;
  items.forEach((item, index) => {
    const where = `input[${index}]`;
    checkItem(item, where, problems);
    if (textAt(item, 'type') !== 'reasoning') return;
    checkReasoning(item, where, isStored, sent, problems);
    const next = items[index + 1];
    const isFollowed = next !== undefined && !ANSWERS.has(textAt(next, 'type')) && !isUser(next);
    if (!isFollowed) problems.push(`${where}: a reasoning item without the item that it led to.`);
  });
  checkPairs(items, problems);
  return problems;
};

function checkItem(item: JsonObject, where: string, problems: string[]): void {
  const type = textAt(item, 'type');
  if (type === 'function_call') {
    const id = textAt(item, 'call_id');
    if (id === '' || id.length > MAX_CALL_ID)
      problems.push(`${where}: the call_id is empty or longer than ${MAX_CALL_ID}.`);
    if (!TOOL_NAME.test(textAt(item, 'name')))
      problems.push(`${where}: the name does not match ${TOOL_NAME}.`);
    if (!isJsonText(textAt(item, 'arguments')))
      problems.push(`${where}: the arguments are not JSON text of an object.`);
    if ('id' in item && !textAt(item, 'id').startsWith(ITEM_PREFIX.call))
      problems.push(`${where}: the id does not begin with "${ITEM_PREFIX.call}".`);
    return;
  }
  if (type === 'tool_search_call') {
    if (textAt(item, 'execution') !== 'client' || !isJsonObject(getOwn(item, 'arguments')))
      problems.push(`${where}: a search that is not the client's, or whose arguments are not an object.`);
    return;
  }
  if (type === 'tool_search_output' || type === 'additional_tools') {
    if (type === 'tool_search_output' && textAt(item, 'execution') !== 'client')
      problems.push(`${where}: the output of a search that is not the client's.`);
    if (!Array.isArray(getOwn(item, 'tools'))) problems.push(`${where}: there are no tools.`);
    return;
  }
  if (type === 'function_call_output') {
    const output = getOwn(item, 'output');
    if (typeof output !== 'string' && !Array.isArray(output)) problems.push(`${where}: there is no output.`);
    return;
  }
  if (type !== 'message' && !(type === '' && 'role' in item)) return;
  const content = getOwn(item, 'content');
  const isEmpty = typeof content === 'string' ? content === '' : listOf(item, 'content').length === 0;
  if (isEmpty) problems.push(`${where}: its content is empty.`);
  const allowed = textAt(item, 'role') === 'assistant' ? ['output_text', 'refusal'] : USER_PARTS;
  for (const part of listOf(item, 'content')) {
    const partType = textAt(part, 'type');
    if (!allowed.includes(partType))
      problems.push(`${where}: a part "${partType}" in a message of the ${textAt(item, 'role')}.`);
  }
}

const USER_PARTS = ['input_text', 'input_image', 'input_file'];

function checkReasoning(
  item: JsonObject,
  where: string,
  isStored: boolean,
  sent: SentMemory,
  problems: string[],
): void {
  const content = textAt(item, 'encrypted_content');
  if (!isStored && content === '') {
    problems.push(`${where}: a reasoning item without encrypted_content, though nothing is stored.`);
    return;
  }
  const known = sent.reasoning.get(textAt(item, 'id'));
  const text = listOf(item, 'summary')
    .map((part) => textAt(part, 'text'))
    .join('');
  const isSame = known === undefined ? content === signatureOf(text) : known === JSON.stringify(item);
  if (!isSame) problems.push(`${where}: a reasoning item was changed since it was sent.`);
}

/** Each call has one output after it, before the user speaks again. */
function checkPairs(items: readonly JsonObject[], problems: string[]): void {
  /** Calls that wait for their output, by id, with the type of each. */
  const open = new Map<string, string>();
  items.forEach((item, index) => {
    const where = `input[${index}]`;
    const id = textAt(item, 'call_id');
    const type = textAt(item, 'type');
    if (type === 'function_call' || type === 'tool_search_call') open.set(id, type);
    const answered = ANSWERS.get(type);
    if (answered !== undefined && !(open.get(id) === answered && open.delete(id)))
      problems.push(`${where}: an output of ${id}, which no call before it waits for.`);
    if (!isUser(item)) return;
    for (const each of open.keys()) problems.push(`${where}: the call ${each} before it has no output.`);
    open.clear();
  });
  for (const each of open.keys()) problems.push(`the call ${each} has no output.`);
  const ids = items.flatMap((item) => (isOf(item, 'function_call') ? [textAt(item, 'call_id')] : []));
  for (const id of repeated(ids)) problems.push(`the call id ${id} occurs twice.`);
}

const ANSWERS: ReadonlyMap<string, string> = new Map([
  ['function_call_output', 'function_call'],
  ['tool_search_output', 'tool_search_call'],
]);

function isOf(item: JsonObject, type: string): boolean {
  return textAt(item, 'type') === type;
}

function isUser(item: JsonObject): boolean {
  return textAt(item, 'role') === 'user';
}
