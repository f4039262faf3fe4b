import { lstat, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, writePrivateFile } from '@sluice/base';
import { z } from 'zod';
import { lazy } from '../schema/lazy.ts';
import { cronProblem } from './cron-expression.ts';
import type { ScheduledJob } from './scheduled-job.ts';

export interface ReadJobs {
  readonly jobs: readonly ScheduledJob[];
  /** Entries that are not jobs. They stay in the file. */
  readonly others: readonly unknown[];
  /** A sentence: why the file, or an entry, can't be used. */
  readonly problem: string | undefined;
  /** False: the file must not be written, since that would lose what it holds. */
  readonly isWritable: boolean;
}

/** The end of the year 9999. Beyond the range of dates, no time can be computed, and one entry would stop all others. */
const LATEST = Date.UTC(10_000, 0) - 1;

const fields = lazy(() =>
  z.object({
    id: z.string().regex(/^[\w-]{1,64}$/),
    cron: z.string().max(200),
    prompt: z.string().min(1).max(20_000),
    recurring: z.boolean(),
    createdAt: z.number().min(0).max(LATEST),
    doneUntil: z.number().min(0).max(LATEST).optional(),
  }),
);
/** As many entries that are not valid are named. */
const NAMED = 5;

const file = lazy(() => z.object({ version: z.literal(1), jobs: z.array(z.unknown()) }));

/** Jobs in a file. Links are refused: they could lead out of the project. */
export class JobFile {
  readonly path: string;
  readonly #isDurable: boolean;

  /** @param path absolute; created with the first job */
  constructor(path: string, isDurable: boolean) {
    this.path = path;
    this.#isDurable = isDurable;
  }

  async read(): Promise<ReadJobs> {
    const nothing = { jobs: [], others: [] };
    const link = await this.#link();
    if (link !== undefined) return { ...nothing, problem: link, isWritable: false };
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return { ...nothing, problem: undefined, isWritable: true };
      const problem = `The schedules in ${this.path} can't be read (${errorCode(error)}).`;
      return { ...nothing, problem, isWritable: false };
    }
    const { data } = file().safeParse(parsed(text));
    if (data === undefined) {
      const problem = `${this.path} holds no schedules: its content is not valid. Fix or remove it.`;
      return { ...nothing, problem, isWritable: false };
    }
    const jobs: ScheduledJob[] = [];
    const others: unknown[] = [];
    const wrong: string[] = [];
    for (const [index, entry] of data.jobs.entries()) {
      const job = jobOf(entry, jobs);
      if (typeof job !== 'string') {
        jobs.push({ ...job, durable: this.#isDurable });
        continue;
      }
      others.push(entry);
      wrong.push(`${index + 1} (${job})`);
    }
    return { jobs, others, problem: this.#problemWith(wrong), isWritable: true };
  }

  #problemWith(wrong: readonly string[]): string | undefined {
    if (wrong.length === 0) return undefined;
    const [are, run] = wrong.length === 1 ? ['is', "doesn't run"] : ['are', "don't run"];
    const which = `${wrong.slice(0, NAMED).join(', ')}${wrong.length > NAMED ? ', …' : ''}`;
    return `${wrong.length} of the schedules in ${this.path} ${are} not valid and ${run}: ${which}. Correct or remove ${wrong.length === 1 ? 'it' : 'them'}.`;
  }

  /** @throws what Node throws, and an error if a link is in the way */
  async write(jobs: readonly ScheduledJob[], others: readonly unknown[]): Promise<void> {
    const link = await this.#link();
    if (link !== undefined) throw new Error(link);
    await mkdir(dirname(this.path), { recursive: true });
    // What was set aside for its id alone must not run once the schedule that had the id is gone.
    const kept = [
      ...jobs.map(({ durable: _durable, ...job }) => job),
      ...others.filter((entry) => typeof jobOf(entry, jobs) === 'string'),
    ];
    const text = `${JSON.stringify({ version: 1, jobs: kept }, undefined, 2)}\n`;
    await writePrivateFile(this.path, text, { flush: true });
  }

  async #link(): Promise<string | undefined> {
    for (const path of [dirname(this.path), this.path]) {
      try {
        if ((await lstat(path)).isSymbolicLink())
          return `The schedules in ${this.path} are not used: ${path} is a symbolic link.`;
      } catch {
        // It doesn't exist yet, or reading says why not.
      }
    }
    return undefined;
  }
}

/** A text: what is wrong with the entry. */
function jobOf(entry: unknown, before: readonly ScheduledJob[]): z.infer<ReturnType<typeof fields>> | string {
  const { data: job, error } = fields().safeParse(entry);
  const field = error?.issues[0]?.path[0];
  if (job === undefined) return typeof field === 'string' ? field : 'not an object';
  if (cronProblem(job.cron) !== undefined) return 'cron';
  return before.some(({ id }) => id === job.id) ? 'the same id again' : job;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
