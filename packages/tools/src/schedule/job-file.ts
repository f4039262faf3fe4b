import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '@sluice/base';
import { z } from 'zod';
import { lazy } from '../schema/lazy.ts';
import { cronProblem } from './cron-problem.ts';
import type { ScheduledJob } from './scheduled-job.ts';

export interface ReadJobs {
  readonly jobs: readonly ScheduledJob[];
  /** Entries that are no jobs. They stay in the file. */
  readonly others: readonly unknown[];
  /** A sentence: why the file, or an entry, can't be used. */
  readonly problem: string | undefined;
  /** False: the file must not be written, since that would lose what it holds. */
  readonly isWritable: boolean;
}

const fields = lazy(() =>
  z.object({
    id: z.string().regex(/^[\w-]{1,64}$/),
    cron: z.string().max(200),
    prompt: z.string().min(1).max(20_000),
    recurring: z.boolean(),
    createdAt: z.number(),
    doneUntil: z.number().optional(),
  }),
);
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
    for (const entry of data.jobs) {
      const { data: job } = fields().safeParse(entry);
      if (job === undefined || cronProblem(job.cron) !== undefined) others.push(entry);
      else jobs.push({ ...job, durable: this.#isDurable });
    }
    const count = others.length;
    const problem =
      count === 0 ? undefined : `${count} of the schedules in ${this.path} are not valid and don't run.`;
    return { jobs, others, problem, isWritable: true };
  }

  /** @throws what Node throws, and an error if a link is in the way */
  async write(jobs: readonly ScheduledJob[], others: readonly unknown[]): Promise<void> {
    const link = await this.#link();
    if (link !== undefined) throw new Error(link);
    await mkdir(dirname(this.path), { recursive: true });
    const kept = [...jobs.map(({ durable: _durable, ...job }) => job), ...others];
    const draft = `${this.path}.${randomUUID()}.tmp`;
    await writeFile(draft, `${JSON.stringify({ version: 1, jobs: kept }, undefined, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    await rename(draft, this.path);
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
