import type { ScriptedAnswer } from './scripted.ts';

export interface TeamScript {
  readonly answer: (body: string) => ScriptedAnswer;
  /** What went against the order of the tasks. */
  readonly problems: readonly string[];
}

/**
 * A model of a leader that lists tasks and opens teammates, and of teammates that take whatever task is free until none is left.
 * Task N waits for tasks N / 2 and N - 3. Each teammate writes a file for each task: `done/TASK-MATE`.
 */
export function createTeamScript({
  mates,
  tasks,
}: {
  readonly mates: number;
  readonly tasks: number;
}): TeamScript {
  const problems: string[] = [];
  const completed = new Set<number>();
  const lead: ScriptedAnswer[] = [
    Array.from({ length: tasks }, (_, at) => ({
      name: 'TaskCreate',
      input: { subject: `Part ${at + 1}`, description: 'Build it.' },
    })),
    Array.from({ length: tasks }, (_, at) => at + 1).flatMap((id) =>
      needs(id).length === 0
        ? []
        : [{ name: 'TaskUpdate', input: { taskId: `${id}`, addBlockedBy: needs(id).map(String) } }],
    ),
    Array.from({ length: mates }, (_, at) => ({
      name: 'Agent',
      input: { description: 'a part', prompt: `Work as MATE-${at + 1}.`, name: `mate${at + 1}` },
    })),
  ];
  const next = (mate: string, last: string): ScriptedAnswer => {
    const claimed = /^Task (\d+): pending → in_progress/.exec(last)?.[1];
    if (claimed !== undefined) {
      const missing = needs(Number(claimed)).filter((id) => !completed.has(id));
      if (missing.length > 0) problems.push(`${claimed} before ${missing.join(', ')}`);
      return { name: 'Write', input: { file_path: `done/${claimed}-${mate}`, content: mate } };
    }
    const written = /done\/(\d+)-/.exec(last)?.[1];
    if (written !== undefined) {
      completed.add(Number(written));
      return { name: 'TaskUpdate', input: { taskId: written, status: 'completed' } };
    }
    const lines = last.split('\n').filter((line) => /^\d+ \(/.test(line));
    if (lines.length === 0) return { name: 'TaskList', input: {} };
    const free = lines.flatMap((line) => /^(\d+) \(pending\)/.exec(line)?.[1] ?? []);
    const [task] = free;
    if (task !== undefined) return { name: 'TaskUpdate', input: { taskId: task, status: 'in_progress' } };
    if (lines.every((line) => /^\d+ \(completed/.test(line))) return `${mate} has nothing left to do.`;
    return { name: 'TaskList', input: {} };
  };
  return {
    problems,
    answer(body) {
      const { first, last } = readRequest(body);
      const mate = /MATE-(\d+)/.exec(first)?.[1];
      return mate === undefined ? (lead.shift() ?? 'The team works.') : next(mate, last);
    },
  };
}

function needs(id: number): readonly number[] {
  return [...new Set([Math.floor(id / 2), id - 3])].filter((other) => other > 0 && other < id);
}

/** The texts of the first user message and of the last message. */
function readRequest(body: string): { readonly first: string; readonly last: string } {
  const request: unknown = JSON.parse(body);
  const messages: readonly unknown[] =
    typeof request === 'object' &&
    request !== null &&
    'messages' in request &&
    Array.isArray(request.messages)
      ? request.messages
      : [];
  const texts = messages.map(textOf);
  return { first: texts.find((text) => text.includes('MATE-')) ?? '', last: texts.at(-1) ?? '' };
}

function textOf(message: unknown): string {
  if (typeof message !== 'object' || message === null || !('content' in message)) return '';
  if ('role' in message && message.role === 'assistant') return '';
  const { content } = message;
  if (typeof content === 'string') return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts
    .map((part) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? part.text
        : '',
    )
    .join('\n');
}
