import { defineTool, writeNamed, type ToolResult, type InferSchema } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';

const inputSchema = lazySchema(() => {
  const todo = z.strictObject({
    content: z.string().min(1).describe('The step, as an instruction: "Run the tests".'),
    status: z.enum(['pending', 'in_progress', 'completed']),
    activeForm: z.string().min(1).describe('The same in progressive form: "Running the tests".'),
    id: z.string().optional().describe('Ignored.'),
    priority: z.string().optional().describe('Ignored: the list is in order.'),
  });
  return z.strictObject({
    todos: z.array(todo).max(200).describe('The complete list; replaces the previous one.'),
  });
}, KNOWN_INPUTS.TodoWrite);

const outputSchema = lazySchema((): z.ZodType<TodoWriteOutput> => {
  const { todos } = inputSchema.made().shape;
  return z.object({ oldTodos: todos, newTodos: todos });
});

type Todo = Pick<InferSchema<typeof inputSchema>['todos'][number], 'content' | 'status' | 'activeForm'>;

interface TodoWriteOutput {
  readonly oldTodos: readonly Todo[];
  readonly newTodos: readonly Todo[];
}

/** The `TodoWrite` tool: a to-do list that each agent's model keeps for itself and for the user. */
export function createTodoWriteTool() {
  /** By agent; undefined: the main one. */
  const lists = new Map<string | undefined, readonly Todo[]>();
  return defineTool({
    name: 'TodoWrite',
    description:
      'Keeps a list of the steps of the current work, with the status of each, for you and the user. Use it for work with several steps. Pass the complete list each time, have at most one step in_progress, and mark each step completed as soon as it is done.',
    searchHint: 'plan, steps, checklist, progress',
    inputSchema,
    outputSchema,
    claims: () => [writeNamed('todos')],
    isIdempotent: true,
    isDestructive: false,
    staysInSession: true,
    // It changes nothing except this list.
    checkPermissions: () => ({ behavior: 'allow' }),
    call(input, { agent }): Promise<ToolResult<TodoWriteOutput>> {
      const oldTodos = lists.get(agent?.id) ?? [];
      const newTodos = input.todos.map(({ content, status, activeForm }) => ({
        content,
        status,
        activeForm,
      }));
      if (newTodos.length === 0) lists.delete(agent?.id);
      else lists.set(agent?.id, newTodos);
      return Promise.resolve({ data: { oldTodos, newTodos } });
    },
    toModel: ({ newTodos }) => summaryOf(newTodos),
    isShownElsewhere: true,
    summarize: ({ todos: list }) =>
      `Update the list: ${list.length === 1 ? '1 step' : `${list.length} steps`}`,
    render: ({ newTodos }) => newTodos.map(lineOf).join('\n'),
  });
}

function summaryOf(todos: readonly Todo[]): string {
  if (todos.length === 0) return 'The list is now empty.';
  const done = todos.filter(({ status }) => status === 'completed').length;
  const current = todos.filter(({ status }) => status === 'in_progress');
  const now =
    current.length === 0 ? '' : ` In progress: ${current.map(({ content }) => content).join('; ')}.`;
  const hint = current.length > 1 ? ' Only one step should be in progress.' : '';
  return `List saved: ${done} of ${todos.length} steps completed.${now}${hint}`;
}

const MARKS = { pending: '[ ]', in_progress: '[~]', completed: '[x]' } as const;

function lineOf({ content, status, activeForm }: Todo): string {
  return `${MARKS[status]} ${status === 'in_progress' ? activeForm : content}`;
}
