import type { Expansion } from '@sluice/agent';
import type { BuiltInCommand } from './built-in-command.ts';
import { loopInterval } from './loop-interval.ts';

const USAGE =
  'Usage: /loop [INTERVAL] PROMPT, for example: /loop 10m Check the build. /loop stop ID ends a schedule.';

const answer = (text: string): Expansion => ({ kind: 'answer', text });
const refused = (message: string): Expansion => ({ kind: 'refused', message });

/** `/loop`: carries out a prompt now, and again and again while the session is open and idle. */
export const LOOP_COMMAND: BuiltInCommand = {
  name: 'loop',
  description: 'Repeat a prompt, or list and stop what is scheduled.',
  argumentHint: '[INTERVAL] [PROMPT] | stop ID',
  async run({ args, agent: { schedules } }) {
    if (schedules === undefined) return refused('There are no schedules in this session.');
    const [first, id, ...others] = args.split(/\s+/);
    if (first === 'stop' && others.length === 0) {
      if (id === undefined) return refused(USAGE);
      const isGone = await schedules.remove(id);
      return isGone
        ? answer(`The schedule ${id} has ended.`)
        : refused(`There is no schedule ${id}. /loop lists them.`);
    }
    if (args === '') {
      const lines = (await schedules.list()).map((job) => `${job.id} (${job.words}): ${job.prompt}`);
      return answer([...(lines.length === 0 ? ['Nothing is scheduled.'] : lines), USAGE].join('\n'));
    }
    const { cron, prompt } = loopInterval(args, new Date());
    if (cron === undefined) return refused(`The interval is longer than a day. ${USAGE}`);
    if (prompt === '') return refused(`There is no prompt. ${USAGE}`);
    const created = await schedules.create({ cron, prompt, recurring: true, durable: false });
    if (!created.ok) return refused(created.message);
    const { job } = created;
    const note = `The user started a loop: this prompt is scheduled as ${job.id} (${job.words}) and will be sent again. Carry it out once now, and don't schedule it yourself. End the loop with CronDelete once it has no purpose anymore.`;
    return {
      kind: 'prompt',
      prompt: { content: [{ type: 'text', text: `/loop ${args}` }], origin: 'person' },
      following: [{ text: `${note}\n\n${prompt}`, origin: 'instructions' }],
    };
  },
};
