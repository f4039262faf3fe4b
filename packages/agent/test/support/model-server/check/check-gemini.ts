import { getOwn, type JsonObject } from '@sluice/core';
import type { Check } from './check-request.ts';
import { listOf, objectAt, textAt } from './read.ts';
import type { SentMemory } from './sent-memory.ts';

const FUNCTION_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

export const checkGemini: Check = ({ body }, sent) => {
  const problems: string[] = [];
  listOf(body, 'tools')
    .flatMap((tool) => listOf(tool, 'functionDeclarations'))
    .forEach((declaration, index) => {
      if (!FUNCTION_NAME.test(textAt(declaration, 'name')))
        problems.push(`functionDeclarations[${index}]: the name does not match ${FUNCTION_NAME}.`);
    });
  const contents = listOf(body, 'contents');
  if (contents.length === 0) problems.push('there are no contents.');
  contents.forEach((content, index) => {
    const where = `contents[${index}]`;
    const role = textAt(content, 'role');
    const isUsers = index % 2 === 0;
    if (role !== (isUsers ? 'user' : 'model'))
      problems.push(`${where}: the role is "${role}"; roles alternate.`);
    const parts = listOf(content, 'parts');
    if (parts.length === 0) problems.push(`${where}: it has no parts.`);
    parts.forEach((part, at) => checkPart(part, role, `${where}.parts[${at}]`, sent, problems));
    checkPairs(content, contents[index + 1], contents[index - 1], where, problems);
  });
  if (contents.length % 2 === 0 && contents.length > 0) problems.push("the last content is not the user's.");
  return problems;
};

function checkPart(
  part: JsonObject,
  role: string,
  where: string,
  sent: SentMemory,
  problems: string[],
): void {
  if ('functionCall' in part) {
    if (role !== 'model') problems.push(`${where}: a call of the ${role}.`);
    const signatures = sent.partSignatures.get(JSON.stringify(part['functionCall']));
    if (signatures !== undefined && !signatures.has(getOwn(part, 'thoughtSignature')))
      problems.push(`${where}: the signature of its thought was changed or left out.`);
    return;
  }
  if ('functionResponse' in part) {
    if (role !== 'user') problems.push(`${where}: a response of the ${role}.`);
    if (textAt(objectAt(part, 'functionResponse'), 'name') === '')
      problems.push(`${where}: a response without a name.`);
    return;
  }
  if ('inlineData' in part || 'fileData' in part || 'thoughtSignature' in part) return;
  if (textAt(part, 'text') === '') problems.push(`${where}: an empty part.`);
}

/** The turn after calls holds as many responses, of the same names in the same order, or by their ids. */
function checkPairs(
  content: JsonObject,
  next: JsonObject | undefined,
  previous: JsonObject | undefined,
  where: string,
  problems: string[],
): void {
  const calls = keysOf(content, 'functionCall');
  const responses = keysOf(next ?? {}, 'functionResponse');
  if (calls.length > 0 && calls.join() !== responses.join())
    problems.push(`${where}: its calls [${calls.join()}] are answered by [${responses.join()}].`);
  const own = keysOf(content, 'functionResponse');
  if (own.length > 0 && keysOf(previous ?? {}, 'functionCall').length === 0)
    problems.push(`${where}: responses [${own.join()}] without calls in the turn before.`);
}

function keysOf(content: JsonObject, key: 'functionCall' | 'functionResponse'): string[] {
  return listOf(content, 'parts')
    .filter((part) => key in part)
    .map((part) => objectAt(part, key))
    .map((each) => `${textAt(each, 'name')}#${textAt(each, 'id')}`);
}
