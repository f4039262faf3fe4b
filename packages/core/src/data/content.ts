import type { JsonObject } from './json.ts';

/** One block of a tool result of the Anthropic Messages API. */
export type ContentBlock = TextBlock | ImageBlock | ToolReferenceBlock;

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

/** A PDF document that the user added to a message. */
export interface DocumentBlock {
  readonly type: 'document';
  readonly source: {
    readonly type: 'base64';
    readonly media_type: 'application/pdf';
    readonly data: string;
  };
  readonly title?: string | undefined;
}

/** An image or a PDF document of a user message that the model's server loads itself. */
export interface LinkedFileBlock {
  readonly type: 'linked_file';
  readonly kind: 'image' | 'document';
  /** `https:` or `http:`. */
  readonly url: string;
  readonly title?: string | undefined;
}

/**
 * A deferred tool that the model may call from now on. The Messages API takes the name and shows the model the definition that it has;
 * for other APIs the definition is in the block, so that a message's bytes depend on nothing else.
 */
export interface ToolReferenceBlock {
  readonly type: 'tool_reference';
  readonly tool_name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly input_schema: JsonObject;
  /** The tool has joined after the first request, and the request's list of tools must not change: the block itself adds it. */
  readonly is_added?: true;
}

/** One `tool_result` block of the Messages API. */
export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | readonly ContentBlock[];
  readonly is_error: boolean;
}

/**
 * Text that was streamed to a file in the session's `tool-results/` and is too long for memory: the engine shows the model its size, its
 * path and a preview from `head` (and `tail`).
 */
export interface StoredText {
  readonly type: 'stored-text';
  /** Absolute path of the full text. */
  readonly path: string;
  /** Size of the full text in bytes. */
  readonly bytes: number;
  /** The first part of the text; at least its first 2,000 bytes, at most 64 KiB. */
  readonly head: string;
  /** The last part of the text, for a tool whose preview is `head-and-tail`. */
  readonly tail?: string;
  /** Why the file contains less than the full text, if it does; also shown to the user. */
  readonly problem?: string;
  /** Text that precedes the preview whatever the size, such as `Exit code 1`. */
  readonly prefix?: string;
}

/** What a tool's `toModel` may return. A blank string or an empty list becomes a placeholder that names the tool. */
export type ModelContent = string | readonly ContentBlock[] | StoredText;
