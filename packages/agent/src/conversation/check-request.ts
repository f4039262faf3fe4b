import { checkPairing, type ModelMessage } from '@sluice/core';

/**
 * What a model API would refuse of a request's messages: none at all, a first one that is not a user's, roles that do not
 * alternate, an empty message, a call without its one result. An empty list: all is well.
 */
export function checkRequest(messages: readonly ModelMessage[]): readonly string[] {
  if (messages.length === 0) return ['there are no messages'];
  return [
    ...(messages[0]?.role === 'user' ? [] : ["message 1 is the model's; the first one must be a user's"]),
    ...checkPart(messages),
  ];
}

/**
 * `checkRequest` for a list that grows: each message is looked at once, with those beside it, as long as the list is
 * the same object, of which only the last message may change.
 */
export function createRequestCheck(): (messages: readonly ModelMessage[]) => readonly string[] {
  let checked: readonly ModelMessage[] | undefined;
  let count = 0;
  return (messages) => {
    const isSame = checked === messages && messages.length >= count;
    // From the last model's message on, whose results the one after it holds.
    let from = isSame ? Math.max(0, count - 1) : 0;
    while (from > 0 && messages[from]?.role !== 'assistant') from -= 1;
    const problems = from === 0 ? checkRequest(messages) : checkPart(messages.slice(from));
    checked = problems.length === 0 ? messages : undefined;
    count = messages.length;
    return problems;
  };
}

function checkPart(messages: readonly ModelMessage[]): readonly string[] {
  const problems: string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const where = `message ${index + 1} (${role})`;
    if (content.length === 0) problems.push(`${where} is empty`);
    if (index > 0 && messages[index - 1]?.role === role) {
      problems.push(`${where} follows another one of the same role`);
    }
    const isBlank = content.some((block) => block.type === 'text' && block.text.trim() === '');
    if (isBlank) problems.push(`${where} has a blank text`);
  }
  return [...problems, ...checkPairing(messages)];
}
