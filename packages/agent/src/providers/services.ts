import type { ModelFormat } from '../stream/model-format.ts';

/** A model service, named before the slash in `service/model`. */
export interface Service {
  readonly name: string;
  /** `openai`: Responses at OpenAI's own address, Chat Completions at any other. */
  readonly api: ModelFormat | 'openai';
  readonly address: string;
  /** Environment variables; the first one that is set wins. */
  readonly addressVariables: readonly string[];
  readonly keyVariables: readonly string[];
  /** Whether its default address requires a key. */
  readonly needsKey: boolean;
}

const OPENAI = {
  address: 'https://api.openai.com/v1',
  addressVariables: ['OPENAI_BASE_URL'],
  keyVariables: ['OPENAI_API_KEY'],
  needsKey: true,
} as const;

function compatible(name: string, address: string, keyVariable: string): Service {
  const keyVariables = [keyVariable];
  return { name, api: 'openai-chat', address, addressVariables: [], keyVariables, needsKey: true };
}

function local(
  name: string,
  port: number,
  addressVariables: readonly string[],
  keyVariable: string,
): Service {
  const address = `http://127.0.0.1:${port}/v1`;
  return {
    name,
    api: 'openai-chat',
    address,
    addressVariables,
    keyVariables: [keyVariable],
    needsKey: false,
  };
}

const LIST: readonly Service[] = [
  {
    name: 'anthropic',
    api: 'anthropic',
    address: 'https://api.anthropic.com',
    addressVariables: ['ANTHROPIC_BASE_URL'],
    keyVariables: ['ANTHROPIC_API_KEY'],
    needsKey: true,
  },
  { name: 'openai', api: 'openai', ...OPENAI },
  { name: 'openai-chat', api: 'openai-chat', ...OPENAI },
  { name: 'openai-responses', api: 'openai-responses', ...OPENAI },
  {
    name: 'gemini',
    api: 'gemini',
    address: 'https://generativelanguage.googleapis.com',
    addressVariables: ['GOOGLE_GEMINI_BASE_URL'],
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    needsKey: true,
  },
  local('ollama', 11_434, ['OLLAMA_HOST'], 'OLLAMA_API_KEY'),
  local('llamacpp', 8080, ['LLAMACPP_BASE_URL'], 'LLAMA_API_KEY'),
  local('vllm', 8000, ['VLLM_BASE_URL'], 'VLLM_API_KEY'),
  local('lmstudio', 1234, ['LMSTUDIO_BASE_URL'], 'LMSTUDIO_API_KEY'),
  compatible('openrouter', 'https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'),
  compatible('groq', 'https://api.groq.com/openai/v1', 'GROQ_API_KEY'),
  compatible('mistral', 'https://api.mistral.ai/v1', 'MISTRAL_API_KEY'),
  compatible('deepseek', 'https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY'),
  compatible('xai', 'https://api.x.ai/v1', 'XAI_API_KEY'),
  compatible('together', 'https://api.together.xyz/v1', 'TOGETHER_API_KEY'),
  compatible('fireworks', 'https://api.fireworks.ai/inference/v1', 'FIREWORKS_API_KEY'),
  compatible('cerebras', 'https://api.cerebras.ai/v1', 'CEREBRAS_API_KEY'),
];

export const SERVICES: ReadonlyMap<string, Service> = new Map(LIST.map((service) => [service.name, service]));
