import type { ClassifierVerdict } from '../permission/classifier.ts';
import type { SpokenText } from '../result/marked-text.ts';
import type { Ran } from './execute/run-tool.ts';
import type { SettledResult } from './settle/settled-result.ts';
import { Verdicts } from './decide/verdicts.ts';
import type { Work } from './execute/work.ts';

/** One pass of a call through its stages. A restart makes a new one, which takes over the verdicts and nothing else. */
export class Attempt {
  /** From 1. */
  readonly number: number;
  readonly verdicts: Verdicts;
  /** What a classifier says of one input in one directory. It may look at files, so each attempt asks again. */
  classification: Classification | undefined;
  /** The run of the tool, while there is one. */
  work: Work | undefined;
  ran: Ran | undefined;
  /** Calls that had ignored their signal and were still running when this one started beside them. */
  ranBeside: readonly string[] | undefined;
  /** Messages that tools of nested calls add. */
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
  readonly verdict: Promise<ClassifierVerdict>;
}
