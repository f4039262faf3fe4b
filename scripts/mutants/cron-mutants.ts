import type { Mutant } from './mutant.ts';

const SCHEDULES = 'packages/tools/src/schedule/schedules.ts';
const SCHEDULES_TEST = 'packages/tools/test/schedule/schedules.test.ts';
const WAKE_UPS = 'packages/session/src/runtime/wake-ups.ts';

/** Scheduled prompts: when they come, how often, and from whom. */
export const CRON_MUTANTS: readonly Mutant[] = [
  {
    name: 'cron-untrusted-runs',
    breaks: 'The schedules of an untrusted project run.',
    promise: 3,
    file: SCHEDULES,
    find: 'this.#ofProject.length > 0 && this.#options.project?.refusal() === undefined;',
    replace: 'this.#ofProject.length > 0;',
    test: SCHEDULES_TEST,
    title: 'what an untrusted project keeps',
  },
  {
    name: 'cron-lost-in-the-night',
    breaks: 'A schedule with several minutes misses the night in which the clock is set forward.',
    promise: 2,
    file: 'packages/tools/src/schedule/cron-times.ts',
    find: "const namesHours = !plain.split(' ')[1]?.includes('*');",
    replace: 'const namesHours = false;',
    test: 'packages/tools/test/schedule/cron.test.ts',
    title: 'several minutes of a night',
  },
  {
    name: 'cron-runs-twice',
    breaks: 'Two programs run the same durable schedule.',
    promise: 2,
    file: SCHEDULES,
    find: 'return attempt.ok;',
    replace: 'return true;',
    test: SCHEDULES_TEST,
    title: 'of several programs',
  },
  {
    name: 'cron-missed-one-by-one',
    breaks: 'Missed runs are made up for one by one.',
    promise: 4,
    file: 'packages/tools/src/schedule/due-time.ts',
    find: 'doneUntil: Math.max(namedAt, Math.floor(now - (dueAt - namedAt)))',
    replace: 'doneUntil: namedAt',
    test: SCHEDULES_TEST,
    title: 'runs that were missed',
  },
  {
    name: 'cron-in-mid-turn',
    breaks: 'A due prompt comes in the middle of a turn.',
    promise: 1,
    file: WAKE_UPS,
    find: "const taken = isIdle ? sent : sent.filter(({ origin }) => origin !== 'schedule');",
    replace: 'const taken = sent;',
    test: 'packages/session/test/agent/wake-ups.test.ts',
  },
  {
    name: 'cron-file-written-over',
    breaks: "A file of schedules that can't be read is written over.",
    promise: 4,
    file: 'packages/tools/src/schedule/job-file.ts',
    find: 'return { ...nothing, problem, isWritable: false };\n    }\n    const jobs',
    replace: 'return { ...nothing, problem, isWritable: true };\n    }\n    const jobs',
    test: SCHEDULES_TEST,
    title: 'is reported, and never written over',
  },
  {
    name: 'loop-uneven',
    breaks: 'A loop with an interval that divides no hour comes at uneven times.',
    promise: 4,
    file: 'packages/session/src/skills/loop-interval.ts',
    find: 'cronOf(nearest(wanted), now)',
    replace: 'cronOf(Math.ceil(wanted), now)',
    test: 'packages/session/test/skills/loop-interval.test.ts',
    title: 'every interval up to a day',
  },
];
