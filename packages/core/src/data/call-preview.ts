/** A stretch of changed lines, as in a unified difference: each line begins with `+`, `-` or a blank. */
export interface PreviewHunk {
  /** Of the first line before and after the change, from 1. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly string[];
}

/** What a call would do, as a person sees it before they allow it. */
export type CallPreview =
  | { readonly kind: 'diff'; readonly hunks: readonly PreviewHunk[] }
  /** Markdown, and the absolute path of the file that holds it. */
  | { readonly kind: 'plan'; readonly plan: string; readonly path: string };
