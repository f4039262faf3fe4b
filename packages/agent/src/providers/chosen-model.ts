import { DEFAULT_MODEL } from './default-model.ts';
import { withoutAlias } from './model-alias.ts';
import type { Chosen, ModelChoice } from './model-choice.ts';

interface ChosenModel {
  readonly name: string;
  /** Settings may come from a project that no one has reviewed. */
  readonly isFromSettings: boolean;
}

/** The model name, in order of precedence: the option, the environment, the settings, an available key. */
export function chosenModel({ model, env, settings }: ModelChoice): Chosen<ChosenModel> {
  const told = [model, env['SLUICE_MODEL'], env['ANTHROPIC_MODEL']].find(isName);
  const name = told ?? [settings?.model].find(isName);
  if (name !== undefined)
    return { ok: true, name: withoutAlias(name.trim(), env), isFromSettings: told === undefined };
  const hasKey = (env['ANTHROPIC_API_KEY'] ?? '') !== '' || (env['ANTHROPIC_AUTH_TOKEN'] ?? '') !== '';
  if (hasKey) return { ok: true, name: DEFAULT_MODEL, isFromSettings: false };
  return { ok: false, message: NONE };
}

function isName(candidate: string | undefined): candidate is string {
  const name = candidate?.trim() ?? '';
  return name !== '' && name !== 'default';
}

const NONE = `No model configured. Ways to choose one:
  --model anthropic/claude-sonnet-5-5  (with the key in ANTHROPIC_API_KEY)
  --model openai/gpt-5  (with the key in OPENAI_API_KEY)
  --model ollama/qwen3  (a model of a local server; also llamacpp/…, vllm/…, lmstudio/…)
  --model openai/NAME --base-url URL  (any server that supports Chat Completions)
  --model replay:FILE  (a recording, without any model)
To set a default, use the environment variable SLUICE_MODEL or the setting "model".`;
