import type { JsonValue } from '@sluice/core';

/** What a call of a server's tool has given, as clients and hooks get it. */
export interface McpToolOutput {
  readonly content: readonly OutputItem[];
  /** Since 2026-07-28 of any type; an object before. */
  readonly structuredContent?: JsonValue;
  /** What the model should know about it: how it differs from the tool's output schema, say. Sentences. */
  readonly note?: string | undefined;
}

export type OutputItem =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      /** Base64. */
      readonly data: string;
      readonly mimeType: ImageType;
      /** How it differs from the server's, as a sentence. */
      readonly note?: string | undefined;
    }
  /** Bytes that no model is shown: they are in a file. */
  | {
      readonly type: 'file';
      /** What it is: `audio`, or an image or a resource that can't be shown. */
      readonly kind: string;
      readonly mimeType: string | undefined;
      readonly uri: string | undefined;
      readonly bytes: number;
      /** Absolute; undefined: it could not be written, for the reason in `problem`. */
      readonly path: string | undefined;
      readonly problem: string | undefined;
      /** Why it isn't shown, as a clause. */
      readonly reason?: string | undefined;
    }
  | {
      readonly type: 'resource';
      readonly uri: string;
      readonly text: string;
      readonly mimeType?: string | undefined;
    }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string | undefined;
      readonly description: string | undefined;
    };

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
