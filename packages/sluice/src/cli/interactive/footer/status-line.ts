import { closeSync, writeSync } from 'node:fs';
import { errorText } from '@sluice/base';
import { getOwn, type JsonObject } from '@sluice/core';
import { openAnonymousFile, readHead, readTail } from '@sluice/process';
import type { SessionParts } from '@sluice/session';
import { keepStyles } from '@sluice/terminal';

/** At most one run in so many milliseconds. */
const EVERY_MS = 1000;
const TIMEOUT_MS = 1000;
const MAX_BYTES = 16_384;

export interface StatusLineOptions {
  readonly parts: Pick<SessionParts, 'permission' | 'processes'>;
  readonly cwd: () => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the command reads on its standard input. */
  readonly input: () => JsonObject;
  readonly note: (text: string) => void;
  /** The row has changed. */
  readonly onChange: () => void;
}

/**
 * The row that the command of the setting "statusLine" prints. It runs beside everything else: while it does, and where it fails, the
 * row stays as it was.
 */
export class StatusLine {
  readonly #options: StatusLineOptions;
  readonly #stop = new AbortController();
  #row: string | undefined;
  #isRunning = false;
  #isAsked = false;
  #lastRunAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  /** The last problem that was reported. */
  #problem = '';

  constructor(options: StatusLineOptions) {
    this.#options = options;
  }

  /** Undefined: the settings name no command, or it has printed nothing. */
  get row(): string | undefined {
    return this.#row;
  }

  /** Something that the command may show has changed. */
  refresh(): void {
    if (this.#stop.signal.aborted) return;
    if (this.#command === undefined) {
      this.#show(undefined);
      return;
    }
    if (this.#isRunning) {
      this.#isAsked = true;
      return;
    }
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#lastRunAt + EVERY_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, wait);
    this.#timer.unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
  }

  get #command(): string | undefined {
    const value = this.#options.parts.permission.loaded.setting('statusLine')?.value;
    const command = typeof value === 'object' && value !== null ? getOwn(value, 'command') : undefined;
    return typeof command === 'string' && command.trim() !== '' ? command : undefined;
  }

  async #run(): Promise<void> {
    const command = this.#command;
    if (command === undefined || this.#stop.signal.aborted) return;
    this.#isRunning = true;
    this.#lastRunAt = performance.now();
    try {
      const { problem, text } = await this.#ask(command);
      if (this.#stop.signal.aborted) return;
      if (problem === undefined) this.#show(text.split('\n', 1)[0] ?? '');
      else if (problem !== this.#problem) this.#options.note(`statusLine: ${problem}`);
      this.#problem = problem ?? '';
    } finally {
      this.#isRunning = false;
      if (this.#isAsked) {
        this.#isAsked = false;
        this.refresh();
      }
    }
  }

  async #ask(command: string): Promise<{ readonly problem: string | undefined; readonly text: string }> {
    const { parts, cwd, env, input } = this.#options;
    const files: number[] = [];
    const open = (): number => {
      const file = openAnonymousFile('anywhere');
      files.push(file);
      return file;
    };
    try {
      const [inputPath, outputPath, errorPath] = [open(), open(), open()];
      writeSync(inputPath, `${JSON.stringify(input())}\n`, 0);
      const { end } = await parts.processes.run({
        ...{ command, env, inputPath, outputPath, errorPath },
        cwd: cwd(),
        signal: this.#stop.signal,
        timeoutMs: TIMEOUT_MS,
        graceMs: 100,
        maxOutputBytes: 1_000_000,
      });
      if (end.status === 'exited' && end.code === 0)
        return { problem: undefined, text: readHead(outputPath, MAX_BYTES) };
      const said = readTail(errorPath, 500).trim();
      const how =
        end.status === 'exited'
          ? `the command exited with code ${end.code}`
          : end.status === 'timed-out'
            ? `the command ran longer than ${TIMEOUT_MS / 1000} s and was stopped`
            : 'the command could not run';
      return { problem: said === '' ? how : `${how}: ${said}`, text: '' };
    } catch (error) {
      return { problem: errorText(error), text: '' };
    } finally {
      for (const file of files) closeSync(file);
    }
  }

  #show(line: string | undefined): void {
    const row = line === undefined || line.trim() === '' ? undefined : keepStyles(line);
    if (row === this.#row) return;
    this.#row = row;
    this.#options.onChange();
  }
}
