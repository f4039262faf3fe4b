import type { Expansion } from '@sluice/agent';
import { MAX_PROMPT, type SelfPacedLoop } from '@sluice/tools';
import type { BuiltInCommand } from './built-in-command.ts';
import { loopInterval, SELF_PACED } from './loop-interval.ts';

const USAGE =
  'Usage: /loop [INTERVAL] PROMPT, for example: /loop 10m Check the build. Without an interval, the model sets the pace. /loop list shows what is scheduled; /loop stop ends that loop, /loop stop ID a schedule.';

const answer = (text: string): Expansion => ({ kind: 'answer', text });
const refused = (message: string): Expansion => ({ kind: 'refused', message });

/** `/loop`: carries out a prompt now, and again and again while the session is open and idle. */
export const LOOP_COMMAND: BuiltInCommand = {
  name: 'loop',
  description: 'Repeat a prompt, or list and stop what is scheduled.',
  argumentHint: '[INTERVAL] [PROMPT] | list | stop [ID]',
  isBundled: true,
  async run({ args, loopFile, agent: { schedules } }) {
    if (schedules === undefined) return refused('There are no schedules in this session.');
    const [first, id, ...others] = args.split(/\s+/);
    if (first === 'stop' && others.length === 0) {
      if (id === undefined) {
        if (schedules.loop.prompt === undefined) return refused(`There is no loop to stop. ${USAGE}`);
        schedules.loop.stop();
        return answer('The loop has ended.');
      }
      const isGone = await schedules.remove(id);
      return isGone
        ? answer(`The schedule ${id} has ended.`)
        : refused(`There is no schedule ${id}. /loop list shows them.`);
    }
    const interval = loopInterval(args, new Date());
    if ('problem' in interval) return refused(`${interval.problem} ${USAGE}`);
    const { cron, prompt: given } = interval;
    const file = given === '' ? loopFile() : undefined;
    if (file?.ok === false) return refused(file.message);
    if (args === 'list' || (args === '' && file === undefined)) {
      const lines = (await schedules.list()).map((job) => `${job.id} (${job.words}): ${job.prompt}`);
      lines.push(...loopLines(schedules.loop));
      return answer([...(lines.length === 0 ? ['Nothing is scheduled.'] : lines), USAGE].join('\n'));
    }
    const prompt = file?.prompt ?? given;
    if (prompt === '') return refused(`There is no prompt, and no .claude/loop.md. ${USAGE}`);
    const { loop } = schedules;
    if (cron === SELF_PACED) {
      if (given.length > MAX_PROMPT) return refused(`The prompt is longer than ${MAX_PROMPT} characters.`);
      loop.begin(prompt);
      return started(args, `${SELF_PACED_NOTE}\n\n${prompt}`);
    }
    const created = await schedules.create({ cron, prompt, recurring: true, durable: false });
    if (!created.ok) return refused(created.message);
    const { job } = created;
    const note = `The user started a loop: this prompt is scheduled as ${job.id} (${job.words}) and will be sent again. Carry it out once now, and don't schedule it again. End the loop with CronDelete once it has no purpose anymore.`;
    return started(args, `${note}\n\n${prompt}`);
  },
};

const SELF_PACED_NOTE =
  'The user started a loop whose pace you set. Carry the prompt out once now. At the end of each turn, call ScheduleWakeup (ToolSearch finds it): with delaySeconds until this prompt runs again, long enough for something useful to change, or with stop: true once the loop has no purpose anymore.';

function started(args: string, following: string): Expansion {
  return {
    kind: 'prompt',
    prompt: { content: [{ type: 'text', text: `/loop ${args}` }], origin: 'person' },
    following: [{ text: following, origin: 'instructions' }],
  };
}

function loopLines({
  prompt,
  scheduledFor,
}: Pick<SelfPacedLoop, 'prompt' | 'scheduledFor'>): readonly string[] {
  if (prompt === undefined) return [];
  const next = scheduledFor === undefined ? 'now' : new Date(scheduledFor).toLocaleString('sv-SE');
  return [`loop (at the model's pace, next: ${next}): ${prompt}`];
}
