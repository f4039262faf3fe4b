import type { CheckContext } from '@sluice/core';
import { DEFAULT_IMAGE_SIDE, MAX_IMAGE_SIDE } from './image/image-limits.ts';
import { BYTES_PER_TOKEN, DEFAULT_PAGE_TOKENS, LARGE_PAGE_FACTOR } from './read-limits.ts';
import type { ReadInput } from './read-schema.ts';

export interface ReadOptions {
  /** Size of a page in tokens, at four bytes a token. Default: `CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS`, else 25,000. */
  readonly pageTokens?: number;
  /** Pixels of an image's longer side that a model is shown at most, 1 to 8,000. Default: `SLUICE_READ_IMAGE_SIDE`, else 1,024. */
  readonly imageSide?: number;
  /** Whether the hint for a missing file may name this neighbour; must not throw. Default: any. Pass what the rules deny for reading. */
  readonly mayName?: (path: string, context: CheckContext) => boolean;
  /** The variables that stand for options not given. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** What the options come to. */
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

/** Bytes of UTF-8 that a page of this call may hold. */
export function pageBytes(input: ReadInput, { pageTokens }: ReadSettings): number {
  const bytes = pageTokens * BYTES_PER_TOKEN;
  return input.allow_large === true ? bytes * LARGE_PAGE_FACTOR : bytes;
}

/** A variable that holds anything else counts as not set. */
function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined;
}
