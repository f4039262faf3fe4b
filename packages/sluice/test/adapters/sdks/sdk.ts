import type { LocalRuntime } from '../../../src/index.ts';
import type { Said } from './scripted-model.ts';

/** The adapters, from the sources or from the packed packages. */
export interface Adapters {
  readonly 'ai-sdk': typeof import('../../../src/adapters/ai-sdk.ts');
  readonly anthropic: typeof import('../../../src/adapters/anthropic.ts');
  readonly google: typeof import('../../../src/adapters/google.ts');
  readonly langchain: typeof import('../../../src/adapters/langchain.ts');
  readonly mastra: typeof import('../../../src/adapters/mastra.ts');
  readonly 'openai-agents': typeof import('../../../src/adapters/openai-agents.ts');
}

export type LoadAdapter = <Name extends keyof Adapters>(name: Name) => Promise<Adapters[Name]>;

export interface RunOptions {
  readonly runtime: LocalRuntime;
  readonly load: LoadAdapter;
  /** What the model says, one message for each request. */
  readonly said: readonly Said[];
  /** The person, who is asked about calls by their ids. Default: no one approves anything. */
  readonly ask?: (callId: string) => Promise<boolean>;
  readonly signal?: AbortSignal;
}

/** A program with an SDK, as its users write it. */
export interface Sdk {
  readonly name: string;
  /** Runs it to its end; returns what the model got last for each call, in the form of the SDK. */
  run(options: RunOptions): Promise<Readonly<Record<string, unknown>>>;
  /** Runs it until it asks; returns what its application stores. */
  suspend(options: RunOptions): Promise<string>;
  /** Another process goes on with that, once the user has approved everything. Returns the same as `run`. */
  approve(stored: string, options: RunOptions): Promise<Readonly<Record<string, unknown>>>;
  /** The SDK stores no questions: the process that makes the call asks about it. */
  readonly asksAgain?: boolean;
  /** The SDK's form of a text, an error, and a text with an image. */
  readonly text: (text: unknown) => unknown;
  readonly error: (text: unknown) => unknown;
  readonly picture: (text: string, data: string, type: string) => unknown;
}
