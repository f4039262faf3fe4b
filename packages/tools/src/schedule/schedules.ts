import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorText, takeLock, withLock } from '@sluice/base';
import type { Clock } from '@sluice/core';
import { cronProblem } from './cron-expression.ts';
import { cronTimes } from './cron-times.ts';
import { JobFile } from './job-file.ts';
import { planned } from './planned.ts';
import type { DueRun, ScheduledJob } from './scheduled-job.ts';
import { SelfPacedLoop } from './self-paced-loop.ts';
import { takeDue } from './take-due.ts';
import { MAX_JOBS, MAX_PROMPT } from './schedule-limits.ts';

/** Where the jobs of a project are, which all its sessions share. */
export interface ProjectJobs {
  readonly file: JobFile;
  /** Absolute: the base of the names of two locks, outside of the project. */
  readonly lockPath: string;
  /** Why these jobs don't run, as a sentence with its remedy. Undefined: they do. */
  readonly refusal: () => string | undefined;
}

export interface SchedulesOptions {
  readonly clock: Clock;
  /** The jobs of the session. Undefined: they are only in memory. */
  readonly own: JobFile | undefined;
  /** Undefined: there are no durable jobs. */
  readonly project: ProjectJobs | undefined;
  /** Called with sentences for the user. Must not throw. */
  readonly tell: (text: string) => void;
}

export interface NewJob {
  readonly cron: string;
  readonly prompt: string;
  readonly recurring: boolean;
  readonly durable: boolean;
}

/** A job as it is listed. */
export interface ListedJob extends ScheduledJob {
  /** In words. */
  readonly words: string;
  /** Milliseconds since the Unix epoch. Undefined: it doesn't run again. */
  readonly nextAt: number | undefined;
}

export type CreatedJob =
  | { readonly ok: true; readonly job: ListedJob }
  | { readonly ok: false; readonly message: string };

/** A computer may sleep, and its clock may be set. */
const LONGEST_WAIT_MS = 60_000;

/** The scheduled prompts of a session and its project. One timer waits for the next; without jobs there is none. */
export class Schedules {
  /** Set by the model, not by the clock. It has a timer of its own while it waits. */
  readonly loop: SelfPacedLoop;
  readonly #options: SchedulesOptions;
  readonly #told = new Set<string>();
  #own: readonly ScheduledJob[] = [];
  #ofProject: readonly ScheduledJob[] = [];
  #run: ((run: DueRun) => void) | undefined;
  #cancel: (() => void) | undefined;
  #releaseOwner: (() => void) | undefined;
  #before: Promise<unknown> = Promise.resolve();
  #looksAfterProject = false;
  #isClosed = false;

  constructor(options: SchedulesOptions) {
    this.#options = options;
    this.loop = new SelfPacedLoop(options.clock);
  }

  /** Reads the files. @param run called with each run that is due, from now on; must not throw */
  start(run: (run: DueRun) => void): Promise<void> {
    return this.#inOrder(async () => {
      this.#run = run;
      const { own } = this.#options;
      if (own !== undefined) {
        const { jobs, problem } = await own.read();
        this.#own = [...jobs, ...this.#own];
        this.#say(problem);
      }
      await this.#readProject();
      await this.#runDue();
    });
  }

  async list(): Promise<readonly ListedJob[]> {
    await this.#inOrder(async () => {
      await this.#readProject();
      // Another program may have added some.
      if (this.#cancel === undefined) await this.#runDue();
    });
    return Promise.all([...this.#own, ...this.#ofProject].map(listed));
  }

  /** As they are known now. */
  get known(): readonly ScheduledJob[] {
    return [...this.#own, ...this.#ofProject];
  }

  create(wanted: NewJob): Promise<CreatedJob> {
    return this.#inOrder(async () => {
      const message = cronProblem(wanted.cron) ?? (await this.#refusal(wanted));
      if (message !== undefined) return { ok: false, message };
      const createdAt = this.#options.clock.wallTime();
      const job: ScheduledJob = { ...wanted, id: randomBytes(4).toString('hex'), createdAt };
      const view = await listed(job);
      if (view.nextAt === undefined)
        return { ok: false, message: `${JSON.stringify(wanted.cron)} names no day that ever comes.` };
      try {
        if (wanted.durable) await this.#changeProject((jobs) => [...jobs, job]);
        else await this.#writeOwn([...this.#own, job]);
      } catch (error) {
        return { ok: false, message: `The schedule was not created: ${errorText(error)}` };
      }
      await this.#runDue();
      return { ok: true, job: view };
    });
  }

  /** False: there is no such job. @throws if a file can't be written */
  remove(id: string): Promise<boolean> {
    return this.#inOrder(async () => {
      await this.#readProject();
      const isOther = (job: ScheduledJob): boolean => job.id !== id;
      if (this.#own.some((job) => job.id === id)) await this.#writeOwn(this.#own.filter(isOther));
      else if (this.#ofProject.some((job) => job.id === id))
        await this.#changeProject((jobs) => jobs.filter(isOther));
      else return false;
      await this.#arm();
      return true;
    });
  }

  /** Nothing runs from now on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.loop.stop();
    this.#cancel?.();
    await this.#before;
    this.#releaseOwner?.();
    this.#releaseOwner = undefined;
  }

  async #refusal({ prompt, durable }: NewJob): Promise<string | undefined> {
    await this.#readProject();
    if (this.known.length >= MAX_JOBS)
      return `There are ${MAX_JOBS} schedules already, which is the most. Delete one first: CronList lists them.`;
    if (prompt.trim() === '') return 'The prompt is empty.';
    if (prompt.length > MAX_PROMPT) return `The prompt is longer than ${MAX_PROMPT} characters.`;
    if (!durable) return undefined;
    const { project } = this.#options;
    return project === undefined ? 'This session has no durable schedules.' : project.refusal();
  }

  async #runDue(): Promise<void> {
    if (this.#run === undefined || this.#isClosed) return;
    const now = this.#options.clock.wallTime();
    const own = await takeDue(this.#own, now);
    // Written before it runs: after a crash, a run may be missing, but none comes twice.
    if (own.due.length > 0) await this.#orTell(() => this.#writeOwn(own.kept));
    this.#own = own.kept;
    for (const run of own.due) this.#run(run);
    const mayRun = this.#ofProject.length > 0 && this.#options.project?.refusal() === undefined;
    this.#looksAfterProject = mayRun && this.#isOwner();
    if (this.#looksAfterProject) {
      let due: readonly DueRun[] = [];
      const isKept = await this.#orTell(() =>
        this.#changeProject(async (jobs) => {
          const taken = await takeDue(jobs, now);
          ({ due } = taken);
          return taken.due.length === 0 ? undefined : taken.kept;
        }),
      );
      // What can't be kept would run again and again.
      this.#looksAfterProject = isKept;
      if (isKept) for (const run of due) this.#run(run);
    }
    await this.#arm();
  }

  async #arm(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#run === undefined || this.#isClosed) return;
    const now = this.#options.clock.wallTime();
    const ofOwn = (await Promise.all(this.#own.map(planned))).map((next) => next?.dueAt);
    // Jobs that another program looks after, or that can't be kept, are looked at again once a minute.
    const ofProject = this.#looksAfterProject
      ? (await Promise.all(this.#ofProject.map(planned))).map((next) => next?.dueAt)
      : this.#ofProject.map(() => now + LONGEST_WAIT_MS);
    const next = Math.min(...[...ofOwn, ...ofProject].filter((time) => time !== undefined));
    if (!Number.isFinite(next)) return;
    const wait = Math.min(LONGEST_WAIT_MS, Math.max(0, next - now));
    this.#cancel = this.#options.clock.setTimer(wait, () => {
      void this.#inOrder(async () => {
        await this.#readProject();
        await this.#runDue();
      });
    });
  }

  /** One program at a time looks after the jobs of a project, until it ends. */
  #isOwner(): boolean {
    const { project } = this.#options;
    if (project === undefined) return false;
    if (this.#releaseOwner !== undefined) return true;
    try {
      mkdirSync(dirname(project.lockPath), { recursive: true, mode: 0o700 });
      const attempt = takeLock(`${project.lockPath}.owner`);
      if (attempt.ok) this.#releaseOwner = attempt.release;
      return attempt.ok;
    } catch (error) {
      this.#say(`The schedules in ${project.file.path} don't run: ${errorText(error)}`);
      return false;
    }
  }

  async #readProject(): Promise<void> {
    const { project } = this.#options;
    if (project === undefined) return;
    const { jobs, problem } = await project.file.read();
    this.#ofProject = jobs;
    this.#say(problem);
    if (jobs.length > 0) this.#say(project.refusal());
  }

  /** @param change returns the new jobs; undefined: they stay as they are */
  async #changeProject(
    change: (
      jobs: readonly ScheduledJob[],
    ) => readonly ScheduledJob[] | undefined | Promise<readonly ScheduledJob[] | undefined>,
  ): Promise<void> {
    const { project } = this.#options;
    if (project === undefined) return;
    mkdirSync(dirname(project.lockPath), { recursive: true, mode: 0o700 });
    const locked = await withLock(`${project.lockPath}.change`, async () => {
      const { jobs, others, problem, isWritable } = await project.file.read();
      if (!isWritable) throw new Error(problem);
      const changed = await change(jobs);
      if (changed !== undefined) await project.file.write(changed, others);
      this.#ofProject = changed ?? jobs;
    });
    if (!locked.ok) throw new Error(`process ${locked.pid} has locked ${project.file.path}.`);
  }

  async #writeOwn(jobs: readonly ScheduledJob[]): Promise<void> {
    const { own } = this.#options;
    if (own !== undefined) {
      const { others, isWritable, problem } = await own.read();
      if (!isWritable) throw new Error(problem);
      await own.write(jobs, others);
    }
    this.#own = jobs;
  }

  /** False: it failed, and the user knows. */
  async #orTell(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#say(`A schedule could not be kept: ${errorText(error)}`);
      return false;
    }
  }

  #say(text: string | undefined): void {
    if (text === undefined || this.#told.has(text)) return;
    this.#told.add(text);
    this.#options.tell(text);
  }

  #inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#before.then(work);
    this.#before = done.catch(() => {});
    return done;
  }
}

async function listed(job: ScheduledJob): Promise<ListedJob> {
  const { words } = await cronTimes(job.cron);
  const next = await planned(job);
  return { ...job, words, nextAt: next === undefined ? undefined : Math.ceil(next.dueAt) };
}
