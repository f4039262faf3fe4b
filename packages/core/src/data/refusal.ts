import type { Outcome } from './outcome.ts';

/** Why a program refuses a call instead of having it run: its user said no, or it may not run here. */
export type Refusal =
  | { readonly by: 'person'; readonly feedback?: string | undefined }
  /** `headless`: it needs an approval that no one gave. The reason is a clause. */
  | { readonly by: 'headless' | 'safety'; readonly reason: string };

export function refusedOutcome(refusal: Refusal): Extract<Outcome, { code: 'denied' }> {
  if (refusal.by !== 'person') {
    const { by, reason } = refusal;
    return { code: 'denied', by, reason, grounds: { kind: 'stated', text: reason } };
  }
  const said = refusal.feedback?.trim();
  const feedback = said === '' ? undefined : said;
  const grounds = { kind: 'declined', approver: undefined, feedback } as const;
  return { code: 'denied', by: 'person', reason: feedback ?? 'a person declined it', grounds, feedback };
}
