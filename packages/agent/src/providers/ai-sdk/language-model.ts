import type { JsonObject } from '@sluice/core';

/**
 * The parts of the AI SDK's published language model interface that Sluice uses, for versions 2, 3, and 4 of
 * the specification. Declared here because each package brings the version it was built for.
 */
export interface LanguageModel {
  readonly specificationVersion: SpecificationVersion;
  readonly provider: string;
  readonly modelId: string;
  doStream(options: CallOptions): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
  doGenerate(options: CallOptions): PromiseLike<unknown>;
}

export type SpecificationVersion = 'v2' | 'v3' | 'v4';

const VERSIONS: ReadonlySet<unknown> = new Set(['v2', 'v3', 'v4']);

export interface CallOptions {
  readonly prompt: readonly PromptMessage[];
  readonly maxOutputTokens: number;
  readonly tools?: readonly FunctionTool[];
  readonly toolChoice?: ToolChoice;
  readonly abortSignal: AbortSignal;
}

interface FunctionTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export type ToolChoice =
  | { readonly type: 'auto' | 'none' | 'required' }
  | { readonly type: 'tool'; readonly toolName: string };

export type PromptMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user' | 'assistant' | 'tool'; readonly content: readonly JsonObject[] };

export function isLanguageModel(value: unknown): value is LanguageModel {
  if (typeof value !== 'object' || value === null) return false;
  const isCallable = (name: string): boolean => typeof Reflect.get(value, name) === 'function';
  return (
    VERSIONS.has(Reflect.get(value, 'specificationVersion')) &&
    isCallable('doStream') &&
    isCallable('doGenerate')
  );
}
