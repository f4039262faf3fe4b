import type { FeedItem } from '@sluice/core';
import type { LocalRuntimeOptions } from '../local/local-options.ts';
import { outputFailureText } from '../cli/output-failure.ts';
import { openLocalRuntime } from '../local/open-local-runtime.ts';
import type { OutputFormat } from './exec-options.ts';
import { planLines } from './output/plan-jsonl.ts';
import { planText } from './output/plan-text.ts';
import { createPalette, wantsColour } from './output/palette.ts';
import { createSink } from './output/sink.ts';
import { say } from './say.ts';

type Problem = Extract<FeedItem, { readonly type: 'problem' }>;

/** Plans what the feed asks for, and writes the plan; answers with the exit status. Touches no session. */
export async function dryRun(
  options: LocalRuntimeOptions,
  feed: AsyncIterable<FeedItem>,
  format: OutputFormat,
): Promise<number> {
  const { sessionDirectory: _directory, resume: _resume, ...rest } = options;
  const opened = await openLocalRuntime(rest);
  if (!opened.ok) {
    const { code, message } = opened.error;
    say(code === 'no-temporary-directory' ? `${message} Set TMPDIR.` : message);
    return 1;
  }
  await using runtime = opened.runtime;
  const problems: Problem[] = [];
  const messages = await runtime.planBatches(noteProblems(feed, problems));
  const output = createSink(process.stdout);
  if (format === 'jsonl') {
    await output.write(planLines(messages, problems));
  } else {
    for (const { line, message } of problems) say(line === undefined ? message : `line ${line}: ${message}`);
    await output.write(planText(messages, createPalette(wantsColour(process.stdout, process.env))));
  }
  await output.drained();
  if (output.failure === undefined) return 0;
  say(outputFailureText(output.failure));
  return 1;
}

/** A plan says nothing of what is wrong with the input itself. */
async function* noteProblems(
  feed: AsyncIterable<FeedItem>,
  problems: Problem[],
): AsyncGenerator<FeedItem, void, undefined> {
  for await (const item of feed) {
    if (item.type === 'problem') problems.push(item);
    else yield item;
  }
}
