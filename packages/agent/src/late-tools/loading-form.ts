import type { LateToolForm } from '@sluice/core';
import { SEARCH_TOOL } from '../stream/openai/search-tool.ts';
import { DEFAULT_PERCENT, MIN_FOREIGN } from './loading-limits.ts';
import type { SearchThreshold, ToolLoading } from './tool-loading.ts';

/** How a request handles deferred tools; `off` lists them like all others. */
export type LoadingForm = Exclude<LateToolForm, 'none'> | 'bridge' | 'append' | 'off';

/** Calls a tool that is not listed. */
export const BRIDGE_TOOL = 'UseTool';

export interface LoadingFacts {
  readonly loading: ToolLoading;
  readonly threshold: SearchThreshold | undefined;
  /** The form that the model's API supports. */
  readonly lateTools: LateToolForm;
  /** The model can call `ToolSearch`. */
  readonly canSearch: boolean;
  readonly canBridge: boolean;
  /** Number of deferred tools. */
  readonly deferred: number;
  /** Number of deferred tools that are not built in. */
  readonly foreign: number;
  /** Approximate tokens of all deferred definitions. */
  readonly tokens: number;
  /** Tokens. */
  readonly contextWindow: number;
  /** Number of sources whose tools are still to come, as the first request is made. */
  readonly connecting: number;
  /** The conversation already had deferred tools, so the start of its requests must not change. */
  readonly hasBegun: boolean;
}

export function loadingForm(facts: LoadingFacts): LoadingForm {
  const form = wantedForm(facts);
  if (form === 'off' || facts.hasBegun) return form;
  return facts.deferred + facts.connecting > 0 && isWorthIt(facts, form) ? form : 'off';
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
  if (form === 'reference' || form === 'inline' || form === 'search-output') return true;
  // Tools that joined the list later would cost the cached prefix, and a model that can't search would not wait for them.
  if (facts.connecting > 0) return true;
  return foreign >= MIN_FOREIGN || (foreign > 0 && reaches(DEFAULT_PERCENT));
}

/** A request has the definitions of deferred tools, which something in the conversation refers to. */
export function takesReferences(form: LoadingForm): boolean {
  return form === 'reference' || form === 'inline';
}

/** Messages may add tools that the request doesn't list. */
export function addsInMessages(form: LoadingForm): boolean {
  return form === 'inline' || form === 'search-output';
}

/** The tools that load and call others are there only where they are needed. */
export function isOfferedIn(form: LoadingForm, name: string): boolean {
  if (name === BRIDGE_TOOL) return form === 'bridge';
  return name !== SEARCH_TOOL || form !== 'off';
}
