import {
  CHARACTERS_PER_TOKEN,
  type AnyTool,
  type ModelProvider,
  type ModelTool,
  type ToolPool,
} from '@sluice/core';
import { SEARCH_TOOL } from '../stream/openai/search-tool.ts';
import { BRIDGE_TOOL, loadingForm, type LoadingFacts, type LoadingForm } from './loading-form.ts';
import type { SearchThreshold, ToolLoading } from './tool-loading.ts';

/** A tool with its definition for a model. */
export interface DescribedTool {
  readonly tool: AnyTool;
  readonly definition: ModelTool;
}

interface FormForScope {
  readonly pool: ToolPool;
  readonly provider: Pick<ModelProvider, 'lateTools' | 'contextWindow'>;
  /** Default `auto`. */
  readonly loading?: ToolLoading | undefined;
  readonly threshold?: SearchThreshold | undefined;
}

/** How requests handle the deferred ones of these tools. */
export function formFor(
  all: readonly DescribedTool[],
  { pool, provider, loading = 'auto', threshold }: FormForScope,
  conversation: Pick<LoadingFacts, 'connecting' | 'hasBegun'>,
): LoadingForm {
  const deferred = all.filter(({ tool }) => tool.isDeferred && pool.find(tool.name) === tool);
  const has = (name: string): boolean => all.some(({ tool }) => tool.name === name);
  const chars = deferred.reduce(
    (sum, { definition: { description, inputSchema } }) =>
      sum + description.length + JSON.stringify(inputSchema).length,
    0,
  );
  return loadingForm({
    ...conversation,
    loading,
    threshold,
    lateTools: provider.lateTools ?? 'none',
    canSearch: has(SEARCH_TOOL),
    canBridge: has(BRIDGE_TOOL),
    deferred: deferred.length,
    foreign: deferred.filter(({ tool }) => pool.isForeign(tool)).length,
    tokens: chars / CHARACTERS_PER_TOKEN,
    contextWindow: provider.contextWindow,
  });
}
