import { cronTimes, type DueRun } from '@sluice/tools';
import type { SessionParts } from '../parts/session-parts.ts';
import type { LocalRuntime } from '../runtime/local-runtime.ts';

/** From now on, due prompts wake the main agent when it is idle. UserPromptSubmit hooks see them first. */
export function startSchedules(
  { schedules, tell }: Pick<SessionParts, 'schedules' | 'tell'>,
  runtime: LocalRuntime,
): void {
  const run = async (due: DueRun): Promise<void> => {
    const { prompt, id } = due.job;
    const hooks = runtime.agent.dispatcher();
    const verdict =
      hooks?.has('UserPromptSubmit') === true
        ? await hooks.fire(
            'UserPromptSubmit',
            { prompt, source: 'schedule_wakeup' },
            { cwd: runtime.session.cwd },
          )
        : undefined;
    const reason = verdict?.block?.reason ?? verdict?.stop?.reason;
    if (reason !== undefined)
      return tell(`The schedule ${id} was due, but a hook refused its prompt: ${reason}`);
    const text = [await dueText(due), prompt, ...(verdict?.additionalContext ?? [])].join('\n\n');
    runtime.agent.wakeUps.send('schedule', text, id);
  };
  void schedules?.start((due) => void run(due));
}

/** A minute late is on time. */
const LATE_MS = 120_000;

async function dueText({ job, dueAt, isLast }: DueRun): Promise<string> {
  const { words } = await cronTimes(job.cron);
  const late =
    Date.now() - dueAt > LATE_MS ? ` It was due at ${new Date(dueAt).toLocaleString('sv-SE')}.` : '';
  const last = isLast ? ' It is a week old, so it has now ended: tell the user, who may want it again.' : '';
  return `The schedule ${job.id} (${words}) is due.${late}${last} The user isn't there to answer and has approved nothing by it. Its prompt:`;
}
