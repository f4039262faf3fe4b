import type { AgentEvent } from '@sluice/agent';
import { getOwn, isJsonObject, sanitize } from '@sluice/core';
import { fitStyled } from '@sluice/terminal';
import type { TaskListPort } from '@sluice/tools';
import type { Panel } from '../agents/followed-agent.ts';

/** One step of the work, as the model has listed it. */
export interface Step {
  readonly text: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

/** The model's list of steps: of the session's task list, or as a tool's result last had it. */
export class StepList {
  readonly #tasks: Pick<TaskListPort['list'], 'read'> | undefined;
  readonly #onChange: () => void;
  #steps: readonly Step[] = [];
  /** The task list is being read, or has to be read again after that. */
  #reading: 'once' | 'again' | undefined;

  /** @param tasks undefined: only results have the list */
  constructor(tasks: Pick<TaskListPort['list'], 'read'> | undefined, onChange: () => void) {
    this.#tasks = tasks;
    this.#onChange = onChange;
  }

  /** Looks for changes: of the main agent's events, results of calls may have some. Other calls beside them may still run for long. */
  take(event: AgentEvent): void {
    if (event.type === 'results') this.#readSoon();
    if (event.type !== 'engine' || event.event.type !== 'tool-result') return;
    this.#readSoon();
    const listed = listedIn(event.event.clientView);
    if (listed !== undefined) this.#set(listed);
  }

  /** Reads the task list; one that can't be read shows what it last held. */
  async read(): Promise<void> {
    try {
      const read = await this.#tasks?.read();
      if (read === undefined || (read.tasks.length === 0 && this.#steps.length === 0)) return;
      this.#set(
        read.tasks.map(({ subject, activeForm, status }) => ({
          text: sanitize(status === 'in_progress' ? (activeForm ?? subject) : subject),
          status,
        })),
      );
    } catch {
      // The next call tries again.
    }
  }

  /** At most twice for results that come together. */
  #readSoon(): void {
    if (this.#reading !== undefined) {
      this.#reading = 'again';
      return;
    }
    this.#reading = 'once';
    void this.read().then(() => {
      const isStale = this.#reading === 'again';
      this.#reading = undefined;
      if (isStale) this.#readSoon();
    });
  }

  /** Rows below the log. @param isWorking false: one row says how far it is */
  panel(isWorking: boolean): Panel | undefined {
    const steps = this.#steps;
    if (steps.every(({ status }) => status === 'completed')) return undefined;
    return {
      rows: (style, width, room) => {
        const done = steps.filter(({ status }) => status === 'completed').length;
        const open = steps.filter(({ status }) => status !== 'completed');
        const counted = `  ${done} of ${steps.length} steps done`;
        if (room < 1) return [];
        if (!isWorking || room === 1)
          return [style('quiet', fitStyled(`${counted} · next: ${open[0]?.text ?? ''}`, width))];
        const rowOf = ({ text, status }: Step): string => {
          const row = (mark: string): string => fitStyled(`  ${mark} ${text}`, width);
          if (status === 'in_progress') return row(style('accent', '⠿'));
          return style('quiet', row(status === 'completed' ? '✓' : '·'));
        };
        if (steps.length <= room) return steps.map(rowOf);
        const shown = open.slice(0, room - 1);
        const rest = open.length - shown.length;
        const more = rest === 0 ? '' : ` · ${rest} more below`;
        return [style('quiet', fitStyled(`${counted}${more}`, width)), ...shown.map(rowOf)];
      },
    };
  }

  #set(steps: readonly Step[]): void {
    this.#steps = steps;
    this.#onChange();
  }
}

/** The list in a result, by the form that it has for clients. Undefined: the result has none. */
function listedIn(view: unknown): readonly Step[] | undefined {
  const list = isJsonObject(view) ? getOwn(view, 'newTodos') : undefined;
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((one: unknown): readonly Step[] => {
    if (!isJsonObject(one)) return [];
    const [content, active, status] = [
      getOwn(one, 'content'),
      getOwn(one, 'activeForm'),
      getOwn(one, 'status'),
    ];
    if (typeof content !== 'string') return [];
    if (status !== 'pending' && status !== 'in_progress' && status !== 'completed') return [];
    const text = status === 'in_progress' && typeof active === 'string' ? active : content;
    return [{ text: sanitize(text), status }];
  });
}
