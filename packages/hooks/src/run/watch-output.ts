import type { HookOutput } from '@sluice/core';

const PAUSE_MS = 1000;
/** Even without new output, report that the hook is still running, once in this many pauses. */
const MAX_PAUSES = 10;

/** Reports a hook's output, once it has run for a second and from then on. Returns a function that stops it. */
export function watchOutput(read: () => HookOutput, report: (output: HookOutput) => void): () => void {
  let last: HookOutput | undefined;
  let pauses = 0;
  const timer = setInterval(() => {
    const output = read();
    pauses += 1;
    const isNews = last?.stdout !== output.stdout || last.stderr !== output.stderr;
    if (!isNews && pauses < MAX_PAUSES) return;
    last = output;
    pauses = 0;
    report(output);
  }, PAUSE_MS).unref();
  return () => clearInterval(timer);
}
