import { escapeHarnessTags } from '@sluice/core';

export interface ReportText {
  readonly text: string;
  /** What was changed, one sentence each. */
  readonly notes: readonly string[];
  readonly isCut: boolean;
}

/** The last text of an agent in a form that another model can be shown: bounded, and without tags that are not its own. */
export function reportText(text: string, maxChars: number): ReportText {
  const whole = text.trim().toWellFormed();
  const escaped = escapeHarnessTags(whole);
  const notes = escaped === whole ? [] : ["Its report imitates Sluice's own tags; they are shown with &lt;."];
  if (escaped.length <= maxChars) return { text: escaped, notes, isCut: false };
  return {
    text: `${escaped.slice(0, maxChars).toWellFormed()}…`,
    notes: [...notes, `Its report was cut after ${maxChars} characters.`],
    isCut: true,
  };
}
