import type {
  MessageAnswer,
  AnswerFunction,
  Answer,
} from '../../../../../agent/test/support/model-server/script.ts';

/**
 * Answers each agent of a session from a list of its own: the last word in capital letters that the first message of its
 * conversation says names the list. `MAIN` is the default.
 */
export function byTask(
  lists: Readonly<Record<string, readonly (Answer | AnswerFunction)[]>>,
): AnswerFunction {
  const at = new Map<string, number>();
  return (request) => {
    const text = JSON.stringify(firstMessage(request.body));
    const name = Object.keys(lists).find((key) => key !== 'MAIN' && text.includes(key)) ?? 'MAIN';
    const next = at.get(name) ?? 0;
    at.set(name, next + 1);
    const answer = lists[name]?.[next] ?? ended(name);
    return typeof answer === 'function' ? answer(request) : answer;
  };
}

function ended(name: string): MessageAnswer {
  return { content: [{ type: 'text', text: `No more answers for ${name}.` }] };
}

function firstMessage(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('messages' in body)) return undefined;
  return Array.isArray(body.messages) ? body.messages[0] : undefined;
}
