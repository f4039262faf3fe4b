import type { JsonObject, RunEvent, ToolPool } from '@sluice/core';
import type { BackgroundTask } from '@sluice/tools';
import { standardOutput } from '../../standard-output.ts';
import type { OutputFormat } from '../exec-options.ts';
import type { Summary } from '../tally.ts';
import { createJsonlView } from './jsonl.ts';
import { createPalette, createSink, wantsColor } from '@sluice/base';
import { createTextView } from './text.ts';
import type { Shown, View } from './view.ts';

export interface OutputOptions {
  readonly format: OutputFormat;
  readonly showsProgress: boolean;
}

/** Writes a run to standard output, and messages for the user only to standard error. */
export interface Output {
  /** Resolves when there is room for more. Never rejects if a stream fails. */
  show(event: RunEvent): Promise<void>;
  showTask(task: BackgroundTask): Promise<void>;
  /** Writes the end and waits until everything has been flushed. */
  close(summary: Summary): Promise<void>;
}

/** Used if the terminal's width is unknown. */
const DEFAULT_COLUMNS = 100;

/** Calls `onFailure` once if standard output turns out to be closed or not writable. */
export function openOutput(
  pool: ToolPool,
  options: OutputOptions,
  fedInput: (callId: string) => JsonObject | undefined,
  startedAt: number,
  onFailure: (error: Error) => void,
): Output {
  const view: View =
    options.format === 'text'
      ? createTextView({
          pool,
          fedInput,
          showsProgress: options.showsProgress,
          isTerminal: process.stdout.isTTY,
          palette: createPalette(wantsColor(process.stdout, process.env)),
          columns: () => process.stdout.columns ?? DEFAULT_COLUMNS,
        })
      : createJsonlView({
          showsProgress: options.showsProgress,
          startedAt,
          wallTimeAt: (time) => Date.now() - (performance.now() - time),
        });
  const results = createSink(standardOutput(), onFailure);
  const standardError = createSink(process.stderr);

  const write = async ({ out, err }: Shown): Promise<void> => {
    await results.write(out);
    await standardError.write(err);
  };
  return {
    show: (event) => write(view.show(event)),
    showTask: (task) => write(view.showTask(task)),
    async close(summary) {
      await write(view.close(summary));
      await results.drained();
      await standardError.drained();
    },
  };
}
