import { countText } from '@sluice/base';
import { durationText } from '@sluice/core';
import { costText } from '@sluice/terminal';

export interface Farewell {
  readonly answers: number;
  readonly startedAt: number;
  /** Undefined: the price of some request is not known. */
  readonly costUsd: number | undefined;
  /** No request was stopped before the service had reported what it used. Default true. */
  readonly isCostWhole?: boolean | undefined;
  /** Number of files that tools have written. */
  readonly files: number;
  /** Background tasks that were running, and are stopped. */
  readonly tasks: number;
  /** There is text that was typed and not sent. */
  readonly hasDraft: boolean;
  /** What `sluice -r` takes. Undefined: nothing of the session was saved. */
  readonly resumeId: string | undefined;
}

/** What the terminal says when its user leaves. */
export function farewellLines(farewell: Farewell): readonly string[] {
  const { answers, startedAt, costUsd, isCostWhole = true, files, tasks, hasDraft, resumeId } = farewell;
  if (answers === 0) return [];
  const cost = costUsd === undefined || costUsd === 0 ? '' : ` · ${costText(costUsd, isCostWhole)}`;
  const seconds = Math.max(1, Math.floor((Date.now() - startedAt) / 1000));
  const time = durationText(seconds * 1000);
  const changed =
    files === 0 || resumeId === undefined
      ? ''
      : ` · ${countText(files, 'file')} changed (sluice undo --list)`;
  const again = resumeId === undefined ? [] : [`continue with: sluice -r ${resumeId}`];
  const stopped = tasks === 0 ? [] : [`${countText(tasks, 'background task')} stopped`];
  const unsent = hasDraft && resumeId !== undefined ? ['Your unsent text is saved in the session.'] : [];
  return [`${countText(answers, 'answer')} · ${time}${cost}${changed}`, ...stopped, ...unsent, ...again];
}
