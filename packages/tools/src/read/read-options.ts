import type { CheckContext } from '@sluice/core';
import type { EditorFiles } from '../files/load/editor-files.ts';
import { DEFAULT_IMAGE_SIDE, MAX_IMAGE_SIDE } from './image/image-limits.ts';
import { BYTES_PER_TOKEN, DEFAULT_PAGE_TOKENS, LARGE_PAGE_FACTOR } from './read-limits.ts';
import type { ReadInput } from './read-schema.ts';

export interface ReadOptions {
  /** Size of a page in tokens, at four bytes per token. Default: `CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS`, else 25,000. */
  readonly pageTokens?: number;
  /** Maximum pixels of an image's longer side, 1 to 8,000. Default: `SLUICE_READ_IMAGE_SIDE`, else 1,024. */
  readonly imageSide?: number;
  /** Whether the hint for a missing file may name this neighbor; must not throw. Put deny rules for reading here. Default: any. */
  readonly mayName?: (path: string, context: CheckContext) => boolean;
  /** Where files may be open and not saved. Default: only the disk counts. */
  readonly editorFiles?: EditorFiles | undefined;
  /** The variables that options default to. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The effective options. */
export interface ReadSettings {
  readonly pageTokens: number;
  readonly imageSide: number;
}

export function toReadSettings({ pageTokens, imageSide, env = process.env }: ReadOptions): ReadSettings {
  const tokens = pageTokens ?? wholeNumber(env['CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS']);
  const side = imageSide ?? wholeNumber(env['SLUICE_READ_IMAGE_SIDE']);
  return {
    pageTokens: tokens ?? DEFAULT_PAGE_TOKENS,
    imageSide: Math.max(1, Math.min(MAX_IMAGE_SIDE, Math.floor(side ?? DEFAULT_IMAGE_SIDE))),
  };
}

/** UTF-8 bytes that a page of this call may contain. */
export function pageBytes(input: ReadInput, { pageTokens }: ReadSettings): number {
  const bytes = pageTokens * BYTES_PER_TOKEN;
  return input.allow_large === true ? bytes * LARGE_PAGE_FACTOR : bytes;
}

/** Any other value is treated as not set. */
function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined;
}
