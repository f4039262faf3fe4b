import type { JsonObject } from '@sluice/core';
import type { ApiError } from '../script.ts';

/** `type` also stands as the code, by which clients tell errors apart. */
export function openaiError({ type, message }: ApiError): JsonObject {
  return { error: { message, type, param: null, code: type } };
}
