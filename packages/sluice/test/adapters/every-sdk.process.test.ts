import { createLocalRuntime, defineTool } from '../../src/index.ts';
import type { Adapters } from './sdks/sdk.ts';
import { describeEverySDK } from './sdks/suite.ts';

const ADAPTERS: { readonly [Name in keyof Adapters]: () => Promise<Adapters[Name]> } = {
  'ai-sdk': () => import('../../src/adapters/ai-sdk.ts'),
  anthropic: () => import('../../src/adapters/anthropic.ts'),
  google: () => import('../../src/adapters/google.ts'),
  langchain: () => import('../../src/adapters/langchain.ts'),
  mastra: () => import('../../src/adapters/mastra.ts'),
  'openai-agents': () => import('../../src/adapters/openai-agents.ts'),
};

describeEverySDK(() => ({ createLocalRuntime, defineTool, load: (name) => ADAPTERS[name]() }));
