import { cronTimes, type DueRun, type LoopRun } from '@sluice/tools';
import type { SessionParts } from '../parts/session-parts.ts';
import type { LocalRuntime } from '../runtime/local-runtime.ts';

/** From now on, due prompts wake the main agent when it is idle. UserPromptSubmit hooks see them first. */
export function startSchedules(
  { schedules, tell }: Pick<SessionParts, 'schedules' | 'tell'>,
  runtime: LocalRuntime,
): void {
  /** False: a hook has refused it. */
  const send = async (name: string, key: string, intro: string, prompt: string): Promise<boolean> => {
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
    if (reason !== undefined) {
      tell(`${name} was due, but a hook refused its prompt: ${reason}`);
      return false;
    }
    const text = [intro, prompt, ...(verdict?.additionalContext ?? [])].join('\n\n');
    runtime.agent.wakeUps.send('schedule', text, key);
    return true;
  };
  const run = async (due: DueRun): Promise<void> => {
    const { prompt, id } = due.job;
    await send(`The schedule ${id}`, id, await dueText(due), prompt);
  };
  const runLoop = async ({ prompt, isFallback }: LoopRun): Promise<void> => {
    const last = isFallback
      ? ' No wake-up was set after its last run: unless you set one now, this is its last.'
      : '';
    const isSent = await send('The loop', LOOP_KEY, `${LOOP_DUE}${last} Its prompt:`, prompt);
    if (!isSent) schedules?.loop.stop();
  };
  schedules?.loop.start((due) => void runLoop(due));
  void schedules?.start((due) => void run(due));
}

/** No job has such an id. */
const LOOP_KEY = 'loop';
const LOOP_DUE =
  "The loop that the user started is due. Use ScheduleWakeup to set when it runs next, or end it with stop: true once it has no purpose anymore. The user isn't there to answer, and the loop doesn't approve anything.";

/** A minute late is on time. */
const LATE_MS = 120_000;

async function dueText({ job, dueAt, isLast }: DueRun): Promise<string> {
  const { words } = await cronTimes(job.cron);
  const late =
    Date.now() - dueAt > LATE_MS ? ` It was due at ${new Date(dueAt).toLocaleString('sv-SE')}.` : '';
  const last = isLast
    ? ' It is a week old, so this was its last run: tell the user, who may want to schedule it again.'
    : '';
  return `The schedule ${job.id} (${words}) is due.${late}${last} The user isn't there to answer, and the schedule doesn't approve anything. Its prompt:`;
}
