import { checkPairing, type ModelMessage } from '@sluice/core';

/**
 * Lists what a model API would reject in a request: no messages, a first message that is not the user's,
 * roles that don't alternate, an empty message, or a call without exactly one result. An empty list means the
 * request is valid.
 */
export function checkRequest(messages: readonly ModelMessage[]): readonly string[] {
  if (messages.length === 0) return ['there are no messages'];
  return [
    ...(messages[0]?.role === 'user' ? [] : ["message 1 is the model's; the first one must be the user's"]),
    ...checkPart(messages),
  ];
}

/**
 * `checkRequest` for a growing list: checks each message once, with its neighbors. Requires the same array
 * object each time, in which only the last message may change.
 */
export function createRequestCheck(): (messages: readonly ModelMessage[]) => readonly string[] {
  let checked: readonly ModelMessage[] | undefined;
  let count = 0;
  return (messages) => {
    const isSame = checked === messages && messages.length >= count;
    // Start at the last assistant message: the message after it holds its results.
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
