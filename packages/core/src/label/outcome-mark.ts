import type { Tone } from '@sluice/base';
import type { OutcomeCode } from '../data/outcome.ts';

interface OutcomeMark {
  readonly mark: string;
  readonly tone: Tone;
  /** For counts: `3 failed`. */
  readonly word: string;
}

export const OUTCOME_MARKS: Readonly<Record<OutcomeCode, OutcomeMark>> = {
  ok: { mark: '✓', tone: 'good', word: 'ok' },
  'tool-error': { mark: '✗', tone: 'bad', word: 'failed' },
  'invalid-input': { mark: '✗', tone: 'bad', word: 'invalid' },
  'unknown-tool': { mark: '✗', tone: 'bad', word: 'of unknown tools' },
  denied: { mark: '⊘', tone: 'refused', word: 'denied' },
  'blocked-by-hook': { mark: '⊘', tone: 'refused', word: 'blocked' },
  suspended: { mark: '…', tone: 'refused', word: 'suspended' },
  cancelled: { mark: '■', tone: 'refused', word: 'canceled' },
  'outcome-unknown': { mark: '?', tone: 'bad', word: 'with unknown outcome' },
};
