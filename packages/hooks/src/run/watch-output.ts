import type { HookOutput } from '@sluice/core';

const PAUSE_MS = 1000;
/** With nothing new to show it is told all the same that the hook still runs, once in so many pauses. */
const MOST_PAUSES = 10;

/** Tells what a hook has written so far, once it has run for a second and from then on; answers with how to stop that. */
export function watchOutput(read: () => HookOutput, report: (output: HookOutput) => void): () => void {
  let last: HookOutput | undefined;
  let pauses = 0;
  const timer = setInterval(() => {
    const output = read();
    pauses += 1;
    const isNews = last?.stdout !== output.stdout || last.stderr !== output.stderr;
    if (!isNews && pauses < MOST_PAUSES) return;
    last = output;
    pauses = 0;
    report(output);
  }, PAUSE_MS).unref();
  return () => clearInterval(timer);
}
