import type { ModelFailure } from '@sluice/core';
import { failureKind } from './failure-kind.ts';
import { ownCount, ownText } from '../own-value.ts';

/** The failure that an error in a stream reports; `text` is shown to the user. */
export function failureOfError(error: object, text: string): ModelFailure {
  const status = ownCount(error, 'code') ?? ownCount(error, 'status');
  const code = ownText(error, 'type') ?? ownText(error, 'status');
  const kind = failureKind({ status, codes: [code, ownText(error, 'code')], message: text });
  return { ...kind, message: text };
}
