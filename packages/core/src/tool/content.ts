/** One block of a tool result as the Anthropic Messages API takes it. */
export type ContentBlock = TextBlock | ImageBlock;

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

export interface ImageBlock {
  readonly type: 'image';
  readonly source: {
    readonly type: 'base64';
    readonly media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
    readonly data: string;
  };
}

/**
 * Text that was streamed to a file of the session's `tool-results/` and is too long to hold: the engine shows the
 * model its size, its path and a preview made of `head` (and `tail`).
 */
export interface StoredText {
  readonly type: 'stored-text';
  /** Absolute path of the whole text. */
  readonly path: string;
  /** Size of the whole text in bytes. */
  readonly bytes: number;
  /** The first part of the text; at least the first 2,000 bytes of it, at most 64 KiB. */
  readonly head: string;
  /** The last part of the text, for a tool whose preview is `head-and-tail`. */
  readonly tail?: string;
  /** Why the file holds less than the whole text, where it does; also told to the person. */
  readonly problem?: string;
  /** Text that stands before the preview whatever the size, such as `Exit code 1`. */
  readonly prefix?: string;
}

/** What a tool's `toModel` may return. A blank string or an empty list becomes a placeholder that names the tool. */
export type ModelContent = string | readonly ContentBlock[] | StoredText;
