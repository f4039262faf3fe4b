import type { Announcements } from '@sluice/core';
import type { HookAtWork, HookSessionContext } from '@sluice/hooks';
import { hookEntry, hookSummaryEntry, type HookEntry, type HookSummaryEntry } from './hook-entry.ts';

/**
 * Reports hooks that the engine does not run to the stream and the journal: session hooks, and those that
 * answer alongside the user.
 */
export function hookMessages(
  { announce }: Pick<Announcements, 'announce'>,
  write: (entry: HookEntry | HookSummaryEntry) => void,
): Required<Pick<HookSessionContext, 'onStart' | 'onProgress' | 'onRun' | 'onSummary'>> {
  return {
    onStart(hook) {
      // The engine already reported the start of one that runs in the background of a call.
      if (hook.isOfEngine || isInBackground(hook)) return;
      const { statusMessage } = hook.handler;
      announce({ type: 'hook', status: 'started', statusMessage, ...identity(hook) });
    },
    onProgress(hook, { stdout, stderr }, elapsedMs) {
      announce({ type: 'hook', status: 'progress', elapsedMs, stdout, stderr, ...identity(hook) });
    },
    onRun(report) {
      if (report.isOfEngine) return;
      const { meaning, durationMs, program } = report;
      const entry = hookEntry(report);
      const { outcome, said } = entry;
      const terminalSequence = 'answer' in meaning ? meaning.answer?.terminalSequence : undefined;
      const end = { status: 'ended' as const, outcome, durationMs, said, terminalSequence, program };
      announce({ type: 'hook', ...end, ...identity(report) });
      write(entry);
    },
    onSummary(event, summary) {
      announce({ type: 'hook-summary', event, ...summary });
      write(hookSummaryEntry(event, summary));
    },
  };
}

function identity({ runId, handler, hook, place, callId, toolName }: HookAtWork) {
  return { runId, event: handler.event, hook, place, messageId: undefined, callId, toolName };
}

function isInBackground({ handler }: HookAtWork): boolean {
  return handler.kind === 'command' && handler.isAsync;
}
