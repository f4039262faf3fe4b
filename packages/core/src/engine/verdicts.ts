import type { SpokenText } from '../result/marked-text.ts';
import type { Approver } from '../data/decision-grounds.ts';
import type { HookVerdict } from '../hook/pre-tool-use.ts';
import type { PermissionDecision } from '../permission/decision.ts';
import type { ContentBlock } from '../data/content.ts';

/** Hashes of the files that a decision is about, by path; undefined if there was no readable file. */
export type DecidedFiles = ReadonlyMap<string, string | undefined>;

/** What a decision was about, to be compared when the call starts. */
export interface Decided {
  readonly files: DecidedFiles;
  /** Where the paths that it names led. */
  readonly places: DecidedPlaces;
  /** Whether git still names the same files. Undefined: it was asked for none. */
  readonly areNamesStill?: (() => boolean) | undefined;
}

/** Where a path led, and the directory that was there, or that held it. */
export interface DecidedPlace {
  /** With symbolic links resolved. */
  readonly real: string;
  /** Undefined: there was none. */
  readonly directory: { readonly path: string; readonly id: string } | undefined;
  /** Something was there. */
  readonly exists: boolean;
}

/** By path. */
export type DecidedPlaces = ReadonlyMap<string, DecidedPlace>;

/** The decisions about a call's input. They survive a restart: hooks and people are asked about an input once. */
export class Verdicts {
  hook: HookVerdict | undefined;
  /** The pure decision on admission: enough if no other verdict is needed. */
  early: PermissionDecision | undefined;
  /** Version of the permission context for `early`. */
  earlyVersion = 0;
  decision: PermissionDecision | undefined;
  /** Version of the permission context for `decision`. */
  decidedVersion = 0;
  /** What demanded the ask that was approved. Valid for the approved input, or the one given with the answer. */
  approval: ReadonlySet<string> | undefined;
  /** The places that the approved ask named; undefined: the approval is for an input that came with it. */
  approvedPlaces: ReadonlySet<string> | undefined;
  /** The hook or automated check that allowed the call in place of a person. */
  approver: Approver | undefined;
  /** Feedback from whoever allowed the call, for the model, next to the result. */
  feedback: SpokenText | undefined;
  /** Images that they attached: they follow the result. */
  images: readonly ContentBlock[] | undefined;
  /** What the approval is about, as it was when it was requested. */
  decided: Decided | undefined;
  /** Whether git still names the files that the last decision rests on. Undefined: it rests on none. */
  areNamesStill: (() => boolean) | undefined;
  /** How often it named others when the call was to start. */
  changesOfNames = 0;
  /** The file whose change voided the approval; the next ask names it. */
  changedFile: string | undefined;
  changesWhileAsked = 0;

  /** The approval is void, because a file it was about has changed. */
  withdrawApproval(changedFile: string): void {
    this.approval = undefined;
    this.approvedPlaces = undefined;
    this.approver = undefined;
    this.feedback = undefined;
    this.images = undefined;
    this.decided = undefined;
    this.changedFile = changedFile;
    this.changesWhileAsked += 1;
  }
}
