import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { anthropicBlock } from '../encode/anthropic.ts';
import { signatureOf } from '../message.ts';
import type { Check } from './check-request.ts';
import { listOf, objectAt, repeated, textAt } from './read.ts';
import type { SentMemory } from './sent-memory.ts';

const CALL_ID = /^[a-zA-Z0-9_-]+$/;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const MAX_CACHE_MARKS = 4;

export const checkAnthropic: Check = ({ body, headers }, sent) => {
  const problems: string[] = [];
  if (!headers.has('anthropic-version')) problems.push('the header anthropic-version is missing.');
  if (textAt(body, 'model') === '') problems.push('there is no model.');
  const maxTokens = getOwn(body, 'max_tokens');
  if (typeof maxTokens !== 'number' || maxTokens < 1) problems.push('max_tokens is not a positive number.');
  checkTools(listOf(body, 'tools'), problems);
  checkSystem(body, problems);

  const all = listOf(body, 'messages');
  checkAdditions(all, headers.get('anthropic-beta') ?? '', listOf(body, 'tools'), problems);
  // What adds tools stands beside the conversation.
  const messages = all.filter((message) => textAt(message, 'role') !== 'system');
  if (messages.length === 0) problems.push('there are no messages.');
  checkRoles(messages, problems);
  messages.forEach((message, index) => {
    const where = `messages[${index}]`;
    checkBlocks(message, where, problems);
    checkReferences(message, where, listOf(body, 'tools'), problems);
    checkAnswers(message, messages[index + 1], where, problems);
    if (textAt(message, 'role') === 'user') checkResults(message, messages[index - 1], where, problems);
    else checkThinking(message, where, sent, problems);
  });
  const callIds = messages.flatMap((message) => callsOf(message).map((call) => textAt(call, 'id')));
  for (const id of repeated(callIds)) problems.push(`the call id ${id} occurs twice.`);
  checkCacheMarks(body, messages, problems);
  return problems;
};

function checkTools(tools: readonly JsonObject[], problems: string[]): void {
  tools.forEach((tool, index) => {
    const where = `tools[${index}]`;
    if (!TOOL_NAME.test(textAt(tool, 'name')))
      problems.push(`${where}: the name does not match ${TOOL_NAME}.`);
    if ('type' in tool && tool['type'] !== 'custom') return;
    if (objectAt(tool, 'input_schema')['type'] !== 'object')
      problems.push(`${where}: the schema of its input is not that of an object.`);
  });
  const deferred = tools.filter((tool) => getOwn(tool, 'defer_loading') === true);
  if (tools.length > 0 && deferred.length === tools.length) problems.push('tools: all are deferred.');
  for (const tool of deferred) {
    if ('cache_control' in tool)
      problems.push(`tools: ${textAt(tool, 'name')} is deferred and has a cache mark.`);
  }
  const names = tools.map((tool) => textAt(tool, 'name'));
  for (const name of repeated(names)) problems.push(`tools: the name ${name} occurs twice.`);
}

function checkSystem(body: JsonObject, problems: string[]): void {
  if (getOwn(body, 'system') === '') problems.push('system is empty.');
  listOf(body, 'system').forEach((block, index) => checkText(block, `system[${index}]`, problems));
}

function checkRoles(messages: readonly JsonObject[], problems: string[]): void {
  const roles = messages.map((message) => textAt(message, 'role'));
  if (roles.length > 0 && roles[0] !== 'user') problems.push("the first message is not the user's.");
  if (roles.length > 0 && roles.at(-1) !== 'user') problems.push("the last message is not the user's.");
  roles.forEach((role, index) => {
    if (role !== 'user' && role !== 'assistant') problems.push(`messages[${index}]: the role is "${role}".`);
    if (role === roles[index - 1])
      problems.push(`messages[${index}]: the role ${role} comes twice in a row.`);
  });
}

const BLOCKS_OF_ROLES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['user', new Set(['text', 'image', 'document', 'search_result', 'tool_result'])],
  [
    'assistant',
    new Set([
      ...['text', 'thinking', 'redacted_thinking', 'tool_use'],
      ...['server_tool_use', 'web_search_tool_result'],
    ]),
  ],
]);

function checkBlocks(message: JsonObject, where: string, problems: string[]): void {
  const content = getOwn(message, 'content');
  const isEmpty =
    typeof content === 'string' ? content.trim() === '' : listOf(message, 'content').length === 0;
  if (isEmpty) problems.push(`${where}: its content is empty.`);
  const role = textAt(message, 'role');
  const blocks = listOf(message, 'content');
  blocks.forEach((block, index) => {
    const place = `${where}.content[${index}]`;
    const type = textAt(block, 'type');
    if (BLOCKS_OF_ROLES.get(role)?.has(type) === false)
      problems.push(`${place}: a block "${type}" in a message of the ${role}.`);
    checkText(block, place, problems);
    if (type === 'tool_result')
      listOf(block, 'content').forEach((inner, at) => checkText(inner, `${place}.content[${at}]`, problems));
    if (type !== 'tool_use') return;
    if (!CALL_ID.test(textAt(block, 'id'))) problems.push(`${place}: the id does not match ${CALL_ID}.`);
    if (!TOOL_NAME.test(textAt(block, 'name')))
      problems.push(`${place}: the name does not match ${TOOL_NAME}.`);
    if (!isJsonObject(getOwn(block, 'input'))) problems.push(`${place}: the input is not an object.`);
  });
  const last = textAt(blocks.at(-1) ?? {}, 'type');
  if (role === 'assistant' && (last === 'thinking' || last === 'redacted_thinking'))
    problems.push(`${where}: it ends with a thinking block.`);
}

/** A message of the role `system` adds tools after a message of the user, with a beta; no tool is there twice. */
function checkAdditions(
  messages: readonly JsonObject[],
  betas: string,
  tools: readonly JsonObject[],
  problems: string[],
): void {
  const added: string[] = [];
  messages.forEach((message, index) => {
    if (textAt(message, 'role') !== 'system') return;
    const where = `messages[${index}]`;
    if (!betas.split(',').includes('inline-tools-2026-09-15'))
      problems.push(`${where}: the beta is missing.`);
    if (textAt(messages[index - 1] ?? {}, 'role') !== 'user') problems.push(`${where}: it follows no user.`);
    for (const block of listOf(message, 'content')) {
      const tool = objectAt(block, 'tool');
      added.push(textAt(tool, 'name'));
      if (textAt(block, 'type') !== 'tool_addition' || textAt(tool, 'type') !== 'tool_definition')
        problems.push(`${where}: it does not add a tool.`);
      if (objectAt(tool, 'input_schema')['type'] !== 'object')
        problems.push(`${where}: the schema of its input is not that of an object.`);
    }
  });
  const names = [...tools.map((tool) => textAt(tool, 'name')), ...new Set(added)];
  for (const name of repeated(names)) problems.push(`the tool ${name} is listed and added.`);
  if (added.length > 0 && !tools.some((tool) => getOwn(tool, 'defer_loading') === true))
    problems.push('tools are added where none was deferred.');
}

/** A result that refers to tools holds nothing else, and only tools that are sent. */
function checkReferences(
  message: JsonObject,
  where: string,
  tools: readonly JsonObject[],
  problems: string[],
): void {
  const names = new Set(tools.map((tool) => textAt(tool, 'name')));
  listOf(message, 'content').forEach((block, index) => {
    const inner = listOf(block, 'content');
    const references = inner.filter((each) => textAt(each, 'type') === 'tool_reference');
    const place = `${where}.content[${index}]`;
    if (references.length > 0 && references.length < inner.length)
      problems.push(`${place}: references to tools among other blocks.`);
    for (const each of references) {
      const name = textAt(each, 'tool_name');
      if (!names.has(name)) problems.push(`${place}: a reference to the tool ${name}, which is not sent.`);
      if (Object.keys(each).length !== 2) problems.push(`${place}: a reference with other fields.`);
    }
  });
}

function checkText(block: JsonObject, where: string, problems: string[]): void {
  if (textAt(block, 'type') === 'text' && textAt(block, 'text').trim() === '')
    problems.push(`${where}: a text block is empty or blank.`);
}

/** Each call is answered exactly once, in the next message. */
function checkAnswers(
  message: JsonObject,
  next: JsonObject | undefined,
  where: string,
  problems: string[],
): void {
  const calls = callsOf(message).map((call) => textAt(call, 'id'));
  if (calls.length === 0) return;
  const results = new Map<string, number>();
  for (const result of resultsOf(next ?? {})) {
    const id = textAt(result, 'tool_use_id');
    results.set(id, (results.get(id) ?? 0) + 1);
  }
  for (const id of calls) {
    const count = results.get(id) ?? 0;
    if (count !== 1) problems.push(`${where}: the call ${id} has ${count} results in the next message.`);
  }
}

/** Results stand at the beginning of the message, and answer calls of the one before. */
function checkResults(
  message: JsonObject,
  previous: JsonObject | undefined,
  where: string,
  problems: string[],
): void {
  const calls = new Set(callsOf(previous ?? {}).map((call) => textAt(call, 'id')));
  const blocks = listOf(message, 'content');
  let isAfterOthers = false;
  blocks.forEach((block, index) => {
    if (textAt(block, 'type') !== 'tool_result') {
      isAfterOthers = true;
      return;
    }
    const place = `${where}.content[${index}]`;
    const id = textAt(block, 'tool_use_id');
    if (!calls.has(id)) problems.push(`${place}: a result of ${id}, which the message before does not call.`);
    if (isAfterOthers && calls.size > 0) problems.push(`${place}: a result after other blocks.`);
  });
}

/** Thinking comes back as it went out, and where it stood. */
function checkThinking(message: JsonObject, where: string, sent: SentMemory, problems: string[]): void {
  const blocks = listOf(message, 'content');
  blocks.forEach((block, index) => {
    if (textAt(block, 'type') !== 'thinking') return;
    const isSigned = getOwn(block, 'signature') === signatureOf(textAt(block, 'thinking'));
    if ((isSigned && Object.keys(block).length === 3) || isSentBy(blocks, block, sent)) return;
    problems.push(`${where}.content[${index}]: a thinking block was changed since it was sent.`);
  });
  const actual = blocks.filter(isThinkingOrCall).map(keyOf);
  const known = new Set(callsOf(message).map((call) => sent.messageOf(textAt(call, 'id'))));
  for (const each of known) {
    if (each === undefined || !each.isWhole) continue;
    const expected = each.message.blocks.map(anthropicBlock).filter(isThinkingOrCall).map(keyOf);
    // Other messages may come before and after it: an answer that paused goes on in the next one.
    if (!`\n${actual.join('\n')}\n`.includes(`\n${expected.join('\n')}\n`))
      problems.push(
        `${where}: its thinking and calls are [${actual.join()}]; sent was [${expected.join()}].`,
      );
  }
}

function isSentBy(blocks: readonly JsonObject[], block: JsonObject, sent: SentMemory): boolean {
  const json = JSON.stringify(block);
  return blocks.some((each) => {
    const known = textAt(each, 'type') === 'tool_use' ? sent.messageOf(textAt(each, 'id')) : undefined;
    return known?.message.blocks.some((sentBlock) => JSON.stringify(anthropicBlock(sentBlock)) === json);
  });
}

function isThinkingOrCall(block: JsonObject): boolean {
  return ['thinking', 'redacted_thinking', 'tool_use'].includes(textAt(block, 'type'));
}

function keyOf(block: JsonObject): string {
  return textAt(block, 'type') === 'tool_use' ? textAt(block, 'id') : JSON.stringify(block);
}

function checkCacheMarks(body: JsonObject, messages: readonly JsonObject[], problems: string[]): void {
  const blocks = [...messages, body].flatMap((each) => [
    ...listOf(each, 'content'),
    ...listOf(each, 'system'),
    ...listOf(each, 'tools'),
  ]);
  const inner = blocks.flatMap((block) => listOf(block, 'content'));
  const marked = [...blocks, ...inner].filter((block) => 'cache_control' in block);
  if (marked.length > MAX_CACHE_MARKS)
    problems.push(`${marked.length} cache marks; at most ${MAX_CACHE_MARKS} are allowed.`);
  if (marked.some((block) => textAt(block, 'type').endsWith('thinking')))
    problems.push('a thinking block has a cache mark.');
}

function callsOf(message: JsonObject): JsonObject[] {
  if (textAt(message, 'role') !== 'assistant') return [];
  return listOf(message, 'content').filter((block) => textAt(block, 'type') === 'tool_use');
}

function resultsOf(message: JsonObject): JsonObject[] {
  return listOf(message, 'content').filter((block) => textAt(block, 'type') === 'tool_result');
}
