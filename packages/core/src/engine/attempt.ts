import type { ClassifierVerdict } from '../permission/ask/classifier.ts';
import type { SpokenText } from '../result/marked-text.ts';
import type { Ran } from './ran.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { SettledResult } from './settled-result.ts';
import { Verdicts, type Decided } from './verdicts.ts';

/** One pass of a call through its stages. A restart creates a new one, which takes over only the verdicts. */
export class Attempt<Owner> {
  /** Starting at 1. */
  readonly number: number;
  readonly verdicts: Verdicts;
  /** The classifier's verdict on an input in a directory. It may look at files, so each attempt asks again. */
  classification: Classification | undefined;
  /** The run of the tool, if there is one. */
  work: WorkOf<Owner> | undefined;
  ran: Ran | undefined;
  /** Calls that had ignored their signal and were still running when this one started alongside them. */
  ranBeside: readonly string[] | undefined;
  /** Messages added by tools of nested calls. */
  newMessagesOfNested: SpokenText[] | undefined;
  result: SettledResult | undefined;

  constructor(number = 1, verdicts = new Verdicts()) {
    this.number = number;
    this.verdicts = verdicts;
  }
}

interface Classification {
  readonly input: unknown;
  readonly cwd: string;
  /** Of the permission state that the classifier was shown. */
  readonly version: number;
  readonly verdict: Promise<ClassifierVerdict>;
  /** What the call was about when the classifier was asked. */
  readonly decided: Promise<Decided>;
}

/** One run of a tool, for the attempt in which it started. Once the call restarts, whatever the run still reports is ignored. */
export interface WorkOf<Owner> {
  readonly call: Owner;
  readonly attempt: Attempt<Owner>;
  readonly startedAt: number;
  stopwatch: Stopwatch | undefined;
  /** Resolves when the tool has ended, even if nothing waits for it any more. */
  done: Promise<void> | undefined;
  hasEnded: boolean;
  /** The tool was told to stop, and its grace period is over. */
  isGraceOver: boolean;
  stopGrace: (() => void) | undefined;
}
