import type { JournalEntry } from '@sluice/core';
import type { TraceUsage } from '../data/trace-data.ts';
import type { Texts } from './texts.ts';

export type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
export type Entry<Type extends JournalEntry['type']> = Extract<JournalEntry, { type: Type }>;

export interface AgentOptions {
  readonly agent: string;
  readonly texts: Texts;
  /** A process is still writing the journal: calls without a result are running. */
  readonly isRunning: boolean;
  readonly costOf: (usage: TraceUsage, model: string) => number | undefined;
}
