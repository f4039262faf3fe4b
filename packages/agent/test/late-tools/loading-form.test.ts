import { expect, it } from 'vitest';
import { loadingForm, type LoadingFacts, type LoadingForm } from '../../src/late-tools/loading-form.ts';
import { searchThreshold, type SearchThreshold } from '../../src/late-tools/tool-loading.ts';

const FACTS: LoadingFacts = {
  loading: 'auto',
  threshold: undefined,
  lateTools: 'none',
  canSearch: true,
  canBridge: true,
  deferred: 10,
  foreign: 9,
  tokens: 2000,
  contextWindow: 200_000,
  connecting: 0,
  hasBegun: false,
};

const FORMS: readonly (readonly [why: string, facts: Partial<LoadingFacts>, form: LoadingForm])[] = [
  [
    "the API's own form, for any deferred tool",
    { lateTools: 'reference', foreign: 0, deferred: 1 },
    'reference',
  ],
  ["the other API's own form", { lateTools: 'search-output' }, 'search-output'],
  ['nothing where nothing is deferred', { lateTools: 'reference', foreign: 0, deferred: 0 }, 'off'],
  [
    'what has begun, even so',
    { lateTools: 'reference', foreign: 0, deferred: 0, hasBegun: true },
    'reference',
  ],
  [
    "the API's own form while servers connect",
    { lateTools: 'reference', foreign: 0, deferred: 0, connecting: 1 },
    'reference',
  ],
  ['the bridge while servers connect', { foreign: 0, deferred: 0, connecting: 1 }, 'bridge'],
  [
    'nothing while servers connect, where the variable says never',
    { threshold: 'never', connecting: 1 },
    'off',
  ],
  ['nothing while servers connect, where the search is denied', { canSearch: false, connecting: 1 }, 'off'],
  ['without a form, nothing for few tools', {}, 'off'],
  ['without a form, nothing for built-in tools alone', { foreign: 0, tokens: 1e9 }, 'off'],
  ['without a form, the bridge from 40 foreign tools on', { foreign: 40 }, 'bridge'],
  ['without a form, the bridge from a tenth of the window on', { tokens: 20_000 }, 'bridge'],
  ['the bridge where it is wanted', { loading: 'bridge', lateTools: 'reference', foreign: 1 }, 'bridge'],
  ['the list where it may grow', { loading: 'append', lateTools: 'reference', foreign: 1 }, 'append'],
  ['the list where the bridge is denied', { foreign: 40, canBridge: false }, 'append'],
  ['the bridge where a form is wanted that the API has not', { loading: 'reference', foreign: 40 }, 'bridge'],
  ['nothing where it is off', { loading: 'off', lateTools: 'reference', hasBegun: true }, 'off'],
  ['nothing where the search is denied', { lateTools: 'reference', canSearch: false }, 'off'],
  ['nothing where the variable says never', { lateTools: 'reference', threshold: 'never' }, 'off'],
  ['the bridge where it says always', { threshold: 'always', foreign: 0, deferred: 1 }, 'bridge'],
  ['nothing below the share it says', { lateTools: 'reference', threshold: { percentOfWindow: 5 } }, 'off'],
  ['the form from that share on', { lateTools: 'reference', threshold: { percentOfWindow: 1 } }, 'reference'],
];

it.each(FORMS)('a request has %s', (_why, facts, form) => {
  expect(loadingForm({ ...FACTS, ...facts })).toBe(form);
});

const THRESHOLDS: readonly (readonly [string | undefined, SearchThreshold | undefined])[] = [
  [undefined, undefined],
  ['', undefined],
  ['true', 'always'],
  [' TRUE ', 'always'],
  ['1', 'always'],
  ['false', 'never'],
  ['0', 'never'],
  ['auto', { percentOfWindow: 10 }],
  ['auto:25', { percentOfWindow: 25 }],
  ['auto:0', { percentOfWindow: 0 }],
  ['auto:400', { percentOfWindow: 100 }],
  ['auto:x', undefined],
  ['yes', undefined],
];

it.each(THRESHOLDS)('ENABLE_TOOL_SEARCH=%s says %o', (value, threshold) => {
  expect(searchThreshold(value)).toEqual(threshold);
});
