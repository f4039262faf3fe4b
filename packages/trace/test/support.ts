import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { collectTrace, type TraceData } from '@sluice/trace';

export const T0 = Date.UTC(2026, 0, 2, 3, 4, 5);

export type Line = Readonly<Record<string, unknown>>;

/** A directory with the journals of a session, in the form without checksums. */
export function session(
  main: readonly Line[],
  agents: Readonly<Record<string, readonly Line[]>> = {},
): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-trace-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeJournal(directory, main);
  for (const [id, lines] of Object.entries(agents)) {
    const place = join(directory, 'agents', id);
    mkdirSync(place, { recursive: true });
    writeJournal(place, lines);
  }
  return directory;
}

function writeJournal(directory: string, lines: readonly Line[]): void {
  const text = lines.map((line) => `${JSON.stringify({ v: 1, ...line })}\n`).join('');
  writeFileSync(join(directory, 'journal.jsonl'), text);
}

export function collect(directory: string, more: { readonly isRunning?: boolean } = {}): Promise<TraceData> {
  return collectTrace({
    directory,
    id: 'session-1',
    title: 'A title',
    cwd: undefined,
    createdAt: T0,
    isRunning: () => more.isRunning ?? false,
    costOf: ({ output }, model) => (model === 'priced' ? output / 1000 : undefined),
  });
}

export const USAGE = { inputTokens: 10, outputTokens: 20, cacheReadTokens: 3, cacheWriteTokens: 4 };

/** The lines of a call that has run. */
export function callLines(callId: string, more: Line = {}, record: Line = {}): readonly Line[] {
  const of = { messageId: 'm1', callId };
  return [
    { type: 'received', time: T0 + 10, ...of, name: 'Bash', input: { text: '{"command":"ls -l"}' } },
    { type: 'started', time: T0 + 11, ...of, isIdempotent: true, isReadOnly: true },
    {
      type: 'settled',
      time: T0 + 110,
      ...of,
      outcome: 'ok',
      isError: false,
      content: { text: '"done"' },
      record: { toolName: 'Bash', attempts: 1, ...record },
      ...more,
    },
  ];
}
