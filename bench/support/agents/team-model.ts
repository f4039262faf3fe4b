import type { Answer, Item } from '../../../packages/agent/test/support/model-server/script.ts';

export interface TeamModel {
  answer(body: object): Answer;
  /** What went against the order of the tasks, or was done twice. */
  readonly problems: readonly string[];
  /** Claims that another teammate won. */
  readonly lost: () => number;
}

/** Task N waits for the task N / 2, and most for one more. */
export function tasksBefore(task: number): readonly number[] {
  const other = task % 3 === 0 ? task - 7 : 0;
  return [...new Set([Math.floor(task / 2), other])].filter((before) => before > 0 && before < task);
}

/**
 * The models of a team: the leader lists tasks and opens teammates; each teammate claims a task that is free as far as it knows, writes a
 * file for it, and completes it, until all are done. Several often want the same one.
 */
export function createTeamModel({
  mates,
  tasks,
}: {
  readonly mates: number;
  readonly tasks: number;
}): TeamModel {
  const problems: string[] = [];
  const completed = new Set<number>();
  const taken = new Set<number>();
  const ids = Array.from({ length: tasks }, (_, at) => at + 1);
  let lost = 0;
  const lead = [
    ids.map((id) => call('TaskCreate', { subject: `Part ${id}`, description: 'Build it.' })),
    ids.flatMap((id) =>
      tasksBefore(id).length === 0
        ? []
        : [call('TaskUpdate', { taskId: `${id}`, addBlockedBy: tasksBefore(id).map(String) })],
    ),
    Array.from({ length: mates }, (_, at) =>
      call('Agent', { description: 'a part', prompt: `Work as MATE-${at + 1}.`, name: `mate${at + 1}` }),
    ),
  ];
  const next = (mate: string, last: string): readonly Item[] => {
    const claimed = /Task (\d+): pending → in_progress/.exec(last)?.[1];
    if (claimed !== undefined) {
      const task = Number(claimed);
      if (taken.has(task)) problems.push(`${task} was claimed twice`);
      if (tasksBefore(task).some((before) => !completed.has(before))) problems.push(`${task} came too early`);
      taken.add(task);
      return [call('Write', { file_path: `done/${claimed}-${mate}`, content: mate })];
    }
    const written = /done\/(\d+)-/.exec(last)?.[1];
    if (written !== undefined) return [call('TaskUpdate', { taskId: written, status: 'completed' })];
    const done = /Task (\d+): in_progress → completed/.exec(last)?.[1];
    if (done !== undefined) completed.add(Number(done));
    else if (last.includes('in_progress') || last.includes('has it')) lost += 1;
    if (completed.size === tasks) return [{ type: 'text', text: `${mate} has nothing left to do.` }];
    const free = ids.filter(
      (id) => !taken.has(id) && tasksBefore(id).every((before) => completed.has(before)),
    );
    const [task] = free;
    return task === undefined
      ? [call('Sleep', { seconds: 0.1 })]
      : [call('TaskUpdate', { taskId: `${task}`, status: 'in_progress' })];
  };
  return {
    problems,
    lost: () => lost,
    answer(body) {
      const messages = 'messages' in body && Array.isArray(body.messages) ? body.messages : [];
      const mate = /Work as MATE-(\d+)/.exec(JSON.stringify(messages[0] ?? ''))?.[1];
      if (mate !== undefined) return { content: next(mate, JSON.stringify(messages.at(-1))) };
      return { content: lead.shift() ?? [{ type: 'text', text: 'The team works.' }] };
    },
  };
}

function call(name: string, input: Extract<Item, { type: 'call' }>['input']): Item {
  return { type: 'call', name, input };
}
