import type { FeedItem } from '@sluice/core';
import { askedHooks, askedHooksText } from '../hooks/asked-hooks.ts';
import { type LocalRuntimeOptions, openLocalRuntime } from '@sluice/session';
import { outputFailureText } from '../output-failure.ts';
import { WRONG_USAGE } from '../usage-error.ts';
import type { OutputFormat } from './exec-options.ts';
import { planLines } from './output/plan-jsonl.ts';
import type { Plan, PlanErrorCode } from './output/plan.ts';
import { planText } from './output/plan-text.ts';
import { createPalette, createSink, wantsColor } from '@sluice/base';
import { sayAs } from '../say.ts';

const say = sayAs('sluice exec');

type Problem = Extract<FeedItem, { readonly type: 'problem' }>;

/** Plans the calls of the feed, and writes the plan; returns the exit code. Touches no session. */
export async function dryRun(
  options: LocalRuntimeOptions,
  feed: AsyncIterable<FeedItem>,
  format: OutputFormat,
): Promise<number> {
  const { sessionDirectory: _directory, resume: _resume, ...rest } = options;
  const opened = await openLocalRuntime({ ...rest, isOnlyPlanned: true });
  if (!opened.ok) {
    const { code, message } = opened.error;
    say(code === 'no-temporary-directory' ? `${message} Set TMPDIR.` : message);
    return code === 'bad-settings' ? WRONG_USAGE : 1;
  }
  await using runtime = opened.runtime;
  const problems: Problem[] = [];
  const unusable: PlanErrorCode[] = [];
  const planned = await runtime.planBatches(noteUnusable(noteProblems(feed, problems), unusable));
  // A planned message reports its errors as text, in the order of the feed.
  const codes = unusable.values();
  const messages = planned.map(({ calls, errors }): Plan => ({
    calls,
    errors: errors.map((message) => ({ code: codes.next().value ?? 'not-a-message', message })),
  }));
  const names = messages.flatMap(({ calls }) => calls.map(({ name }) => name));
  const hooks = await askedHooks(runtime.agent.settings, names);
  const output = createSink(process.stdout);
  if (format === 'jsonl') {
    await output.write(planLines(messages, problems, hooks));
  } else {
    for (const { line, message } of problems) say(line === undefined ? message : `line ${line}: ${message}`);
    await output.write(
      planText(messages, runtime.session.cwd, createPalette(wantsColor(process.stdout, process.env))),
    );
    const ofHooks = askedHooksText(hooks);
    if (ofHooks !== undefined) await output.write(`${ofHooks}\n`);
  }
  await output.drained();
  if (output.failure === undefined) return 0;
  say(outputFailureText(output.failure));
  return 1;
}

/** A plan doesn't report errors in the input itself. */
async function* noteProblems(
  feed: AsyncIterable<FeedItem>,
  problems: Problem[],
): AsyncGenerator<FeedItem, void, undefined> {
  for await (const item of feed) {
    if (item.type === 'problem') problems.push(item);
    else yield item;
  }
}

/** Notes calls without an id, or with one used earlier in their message: they get no line of their own in a plan. */
async function* noteUnusable(
  feed: AsyncIterable<FeedItem>,
  codes: PlanErrorCode[],
): AsyncGenerator<FeedItem, void, undefined> {
  let ids = new Set<string>();
  for await (const item of feed) {
    if (item.type === 'message-end' || item.type === 'discard') ids = new Set();
    if (item.type === 'call') {
      const id = item.id ?? '';
      if (id === '') codes.push('missing-id');
      else if (ids.has(id)) codes.push('duplicate-id');
      else ids.add(id);
    }
    yield item;
  }
}
