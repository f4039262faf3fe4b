import type { Approver } from '../data/decision-grounds.ts';
import type { HookVerdict } from '../hook/pre-tool-use.ts';
import type { PermissionDecision } from '../permission/decision.ts';
import type { ContentBlock } from '../data/content.ts';

/** Hashes of the files that a decision is about, by path; undefined: there was no readable file. */
export type DecidedFiles = ReadonlyMap<string, string | undefined>;

/** What has been decided about a call's input. A restart keeps it: hooks and people are asked about an input once. */
export class Verdicts {
  hook: HookVerdict | undefined;
  /** The pure decision as the call was admitted: enough where no other verdict is needed. */
  early: PermissionDecision | undefined;
  /** Version of the permission context that `early` was taken on. */
  earlyVersion = 0;
  decision: PermissionDecision | undefined;
  /** Version of the permission context that `decision` was taken on. */
  decidedVersion = 0;
  /** What demanded the ask that was allowed. It holds for the input that was allowed, or given with the answer. */
  approval: ReadonlySet<string> | undefined;
  /** The hook or automated check that allowed the call instead of a person. */
  approver: Approver | undefined;
  /** What the person who allowed the call said: for the model, beside the result. */
  feedback: string | undefined;
  /** Images that they added: they follow the result. */
  images: readonly ContentBlock[] | undefined;
  /** What the files that the approval is about held when it was asked for. */
  decidedFiles: DecidedFiles | undefined;
  /** The one that has changed since, which ended the approval; the next ask names it. */
  changedFile: string | undefined;
  changesWhileAsked = 0;

  /** The approval no longer holds, because a file it was about has changed. */
  withdrawApproval(changedFile: string): void {
    this.approval = undefined;
    this.approver = undefined;
    this.feedback = undefined;
    this.images = undefined;
    this.decidedFiles = undefined;
    this.changedFile = changedFile;
    this.changesWhileAsked += 1;
  }
}
