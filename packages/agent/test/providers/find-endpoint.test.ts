import { describe, expect, it } from 'vitest';
import { chosenModel } from '../../src/providers/chosen-model.ts';
import { findEndpoint } from '../../src/providers/endpoint.ts';
import type { ModelChoice } from '../../src/providers/model-choice.ts';
import { SERVICES } from '../../src/providers/services.ts';

type Env = Record<string, string>;

const ANTHROPIC: Env = { ANTHROPIC_API_KEY: 'sk-ant' };
const OPENAI: Env = { OPENAI_API_KEY: 'sk-oai' };

function found(name: string, env: Env, choice: Partial<ModelChoice> = {}): string {
  const result = findEndpoint(name, { env, ...choice });
  if (!result.ok) return `problem: ${result.message}`;
  const { api, base, model, key = '-' } = result.endpoint;
  return `${api} ${base.href} ${model} ${key}`;
}

describe('where a model is asked', () => {
  it.each<[string, Env, Partial<ModelChoice>, string]>([
    ['claude-x', ANTHROPIC, {}, 'anthropic https://api.anthropic.com/ claude-x sk-ant'],
    ['Claude-X', ANTHROPIC, {}, 'anthropic https://api.anthropic.com/ claude-x sk-ant'],
    ['GPT-5', OPENAI, {}, 'openai-responses https://api.openai.com/v1 gpt-5 sk-oai'],
    ['o3-mini', OPENAI, {}, 'openai-responses https://api.openai.com/v1 o3-mini sk-oai'],
    [
      'gemini-2.5-pro',
      { GEMINI_API_KEY: 'g' },
      {},
      'gemini https://generativelanguage.googleapis.com/ gemini-2.5-pro g',
    ],
    [
      'gemini-2.5-pro',
      OPENAI,
      { baseUrl: 'http://h:1/v1' },
      'openai-chat http://h:1/v1 gemini-2.5-pro sk-oai',
    ],
    ['anthropic/claude-x', ANTHROPIC, {}, 'anthropic https://api.anthropic.com/ claude-x sk-ant'],
    [
      'claude-x',
      { ...ANTHROPIC, ANTHROPIC_BASE_URL: 'http://h:1/' },
      {},
      'anthropic http://h:1/ claude-x sk-ant',
    ],
    ['claude-x', { ANTHROPIC_BASE_URL: 'http://h:1/v1/' }, {}, 'anthropic http://h:1/ claude-x -'],
    [
      'claude-x',
      { ANTHROPIC_BASE_URL: 'http://h:1/x' },
      { baseUrl: 'http://o:2/y' },
      'anthropic http://o:2/y claude-x -',
    ],
    ['openai/gpt-5', OPENAI, {}, 'openai-responses https://api.openai.com/v1 gpt-5 sk-oai'],
    ['openai-chat/gpt-5', OPENAI, {}, 'openai-chat https://api.openai.com/v1 gpt-5 sk-oai'],
    ['openai-responses/m', {}, { baseUrl: 'http://h:1' }, 'openai-responses http://h:1/v1 m -'],
    ['openai/m', { ...OPENAI, OPENAI_BASE_URL: 'http://h:1/v1' }, {}, 'openai-chat http://h:1/v1 m sk-oai'],
    ['own', { ANTHROPIC_BASE_URL: 'http://h:1' }, {}, 'anthropic http://h:1/ own -'],
    [
      'own',
      { ANTHROPIC_BASE_URL: 'http://h:1', OPENAI_BASE_URL: 'http://o:1/v1' },
      {},
      'openai-chat http://o:1/v1 own -',
    ],
    ['qwen3', {}, { baseUrl: 'http://h:1/api/v2' }, 'openai-chat http://h:1/api/v2 qwen3 -'],
    ['Qwen/Qwen3-8B', {}, { baseUrl: 'http://h:1' }, 'openai-chat http://h:1/v1 Qwen/Qwen3-8B -'],
    ['ollama/qwen3:8b', OPENAI, {}, 'openai-chat http://127.0.0.1:11434/v1 qwen3:8b -'],
    ['ollama/m', { OLLAMA_HOST: '0.0.0.0' }, {}, 'openai-chat http://127.0.0.1:11434/v1 m -'],
    ['ollama/m', { OLLAMA_HOST: 'box:99' }, {}, 'openai-chat http://box:99/v1 m -'],
    ['ollama/m', { OLLAMA_HOST: ':99' }, {}, 'openai-chat http://127.0.0.1:99/v1 m -'],
    ['ollama/m', { OLLAMA_HOST: 'https://box' }, {}, 'openai-chat https://box/v1 m -'],
    ['vllm/Qwen/Qwen3', { VLLM_API_KEY: 'k' }, {}, 'openai-chat http://127.0.0.1:8000/v1 Qwen/Qwen3 k'],
    ['openrouter/a/b', { OPENROUTER_API_KEY: 'k' }, {}, 'openai-chat https://openrouter.ai/api/v1 a/b k'],
    ['gemini/g', { GOOGLE_API_KEY: ' k\n' }, {}, 'gemini https://generativelanguage.googleapis.com/ g k'],
    ['gemini/g', { GEMINI_API_KEY: 'k' }, { baseUrl: 'http://h:1/v1beta' }, 'gemini http://h:1/ g k'],
  ])('%s with %o and %o', (name, env, choice, expected) => {
    expect(found(name, env, choice)).toBe(expected);
  });

  it.each<[string, Env, Partial<ModelChoice>, RegExp]>([
    ['claude-x', {}, {}, /No key for anthropic .*ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN/],
    ['openai/gpt-5', ANTHROPIC, {}, /No key for openai .*OPENAI_API_KEY/],
    [
      'claude-x',
      { CLAUDE_CODE_OAUTH_TOKEN: 't' },
      {},
      /CLAUDE_CODE_OAUTH_TOKEN is a Claude Code login, .*ANTHROPIC_API_KEY/,
    ],
    [
      'claude-x',
      { CLAUDE_CODE_OAUTH_TOKEN: 't', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' },
      {},
      /CLAUDE_CODE_OAUTH_TOKEN is a Claude Code login/,
    ],
    [
      'claude-x',
      { ANTHROPIC_API_KEY: 'a\nb' },
      {},
      /ANTHROPIC_API_KEY contains characters that are not allowed in a key/,
    ],
    ['llama-9', OPENAI, {}, /"llama-9" is not a known model.*openai/],
    ['constructor/x', {}, {}, /"constructor\/x" is not a known model/],
    ['openai/', OPENAI, {}, /does not name a model/],
    [
      'claude-x',
      ANTHROPIC,
      { baseUrl: 'localhost:80' },
      /--base-url\) must be an address that starts with http/,
    ],
    [
      'claude-x',
      { ...ANTHROPIC, ANTHROPIC_BASE_URL: 'ftp://x' },
      {},
      /ANTHROPIC_BASE_URL must be an address/,
    ],
  ])('tells what is missing: %s with %o', (name, env, choice, expected) => {
    expect(found(name, env, choice)).toMatch(expected);
  });

  it('sends a token as a bearer, and the headers that the environment adds', () => {
    const warnings: string[] = [];
    const env = {
      ANTHROPIC_AUTH_TOKEN: 'tok',
      ANTHROPIC_CUSTOM_HEADERS:
        'X-One: 1\r\nno header\n x-two :two: 2\nContent-Length: 5\n\nbad name: secret',
    };
    const result = findEndpoint('claude-x', { env, warn: (text) => warnings.push(text) });
    expect(result).toMatchObject({
      ok: true,
      endpoint: { key: undefined, headers: { authorization: 'Bearer tok', 'x-one': '1', 'x-two': 'two: 2' } },
    });
    expect(warnings.map((text) => text.slice(0, 7))).toEqual(['Line 2 ', 'Line 4 ', 'Line 6 ']);
    expect(warnings.join('\n')).not.toContain('secret');
  });

  it.each([...SERVICES.keys()])('%s needs its key at its own address, unless it is local', (name) => {
    const service = SERVICES.get(name);
    const text = found(`${name}/m`, {});
    if (service?.needsKey === true)
      for (const variable of service.keyVariables) expect(text).toContain(variable);
    else expect(text).not.toContain('problem');
  });
});

describe('which model', () => {
  it.each<[Partial<ModelChoice>, string | undefined]>([
    [{ model: 'a/b', env: { SLUICE_MODEL: 'c/d' } }, 'a/b'],
    [{ env: { SLUICE_MODEL: ' c/d ', ANTHROPIC_MODEL: 'e' } }, 'c/d'],
    [{ env: { SLUICE_MODEL: '', ANTHROPIC_MODEL: 'e' }, settings: { model: 'f' } }, 'e'],
    [{ env: {}, settings: { model: 'f' } }, 'f'],
    [{ env: ANTHROPIC }, 'anthropic/claude-sonnet-5-5'],
    [{ model: 'sonnet', env: {} }, 'anthropic/claude-sonnet-5-5'],
    [{ model: ' Opus ', env: {} }, 'anthropic/claude-opus-5-5'],
    [{ env: {}, settings: { model: 'haiku' } }, 'anthropic/claude-haiku-4-5'],
    [{ model: 'opus', env: { ANTHROPIC_DEFAULT_OPUS_MODEL: 'claude-opus-9' } }, 'claude-opus-9'],
    [{ model: 'opus', env: { ANTHROPIC_DEFAULT_OPUS_MODEL: ' ' } }, 'anthropic/claude-opus-5-5'],
    [{ model: 'opus', env: { ANTHROPIC_DEFAULT_SONNET_MODEL: 'claude-x' } }, 'anthropic/claude-opus-5-5'],
    [{ model: 'openai/opus', env: {} }, 'openai/opus'],
    [{ env: OPENAI }, undefined],
  ])('%o', (choice, expected) => {
    const chosen = chosenModel({ env: {}, ...choice });
    expect(chosen.ok ? chosen.name : undefined).toBe(expected);
    if (!chosen.ok) expect(chosen.message).toMatch(/--model .*ANTHROPIC_API_KEY[^]*SLUICE_MODEL/);
  });
});
