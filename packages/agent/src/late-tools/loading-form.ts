import type { LateToolForm } from '@sluice/core';
import { DEFAULT_PERCENT, type SearchThreshold, type ToolLoading } from './tool-loading.ts';

/** What a request does about deferred tools; `off` lists them like all others. */
export type LoadingForm = Exclude<LateToolForm, 'none'> | 'bridge' | 'append' | 'off';

export interface LoadingFacts {
  readonly loading: ToolLoading;
  readonly threshold: SearchThreshold | undefined;
  /** Of the model's API. */
  readonly lateTools: LateToolForm;
  /** `ToolSearch` may be called. */
  readonly canSearch: boolean;
  readonly canBridge: boolean;
  /** Deferred tools. */
  readonly deferred: number;
  /** Those that are not built in. */
  readonly foreign: number;
  /** Tokens of the definitions of all deferred tools, roughly. */
  readonly tokens: number;
  /** Tokens. */
  readonly contextWindow: number;
  /** The conversation has had deferred tools: what its requests begin with must not change again. */
  readonly hasBegun: boolean;
}

/** Without a form of the API, deferring costs a call for each tool: only from so many foreign tools on. */
const MIN_FOREIGN = 40;

export function loadingForm(facts: LoadingFacts): LoadingForm {
  const form = wantedForm(facts);
  if (form === 'off' || facts.hasBegun) return form;
  return facts.deferred > 0 && isWorthIt(facts, form) ? form : 'off';
}

function wantedForm({ loading, threshold, lateTools, canSearch, canBridge }: LoadingFacts): LoadingForm {
  if (loading === 'off' || threshold === 'never' || !canSearch) return 'off';
  if (loading === 'append') return 'append';
  if (loading !== 'bridge' && lateTools !== 'none') return lateTools;
  return canBridge ? 'bridge' : 'append';
}

function isWorthIt(facts: LoadingFacts, form: LoadingForm): boolean {
  const { loading, threshold, foreign, tokens, contextWindow } = facts;
  const reaches = (percent: number): boolean => tokens >= (contextWindow * percent) / 100;
  if (threshold === 'always') return true;
  if (typeof threshold === 'object') return reaches(threshold.percentOfWindow);
  if (loading !== 'auto' && loading !== 'reference') return true;
  if (form === 'reference' || form === 'search-output') return true;
  return foreign >= MIN_FOREIGN || (foreign > 0 && reaches(DEFAULT_PERCENT));
}
