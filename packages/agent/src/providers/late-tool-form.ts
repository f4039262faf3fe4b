import type { LateToolForm } from '@sluice/core';
import type { ModelFormat } from '../stream/model-format.ts';
import type { Endpoint } from './endpoint.ts';

const FORMS: Record<ModelFormat, LateToolForm> = {
  anthropic: 'reference',
  'openai-responses': 'search-output',
  'openai-chat': 'none',
  gemini: 'none',
};

/**
 * The form in which a model accepts tools that join late. Compatible servers rarely support it, and neither
 * do older models.
 * @param isWanted the user says that the server supports it
 */
export function lateToolForm(
  { api, base, model }: Pick<Endpoint, 'api' | 'base' | 'model'>,
  isWanted: boolean,
): LateToolForm {
  const form = FORMS[api];
  if (form === 'none') return form;
  if (api === 'anthropic') {
    const version = isWanted || base.hostname === 'api.anthropic.com' ? claudeVersion(model) : undefined;
    if (isAtLeast(version, model.startsWith('claude-opus-') ? [4, 8] : [5, 0])) return 'inline';
    return isWanted || isAtLeast(version, [4, 5]) ? form : 'none';
  }
  const isKnown = base.hostname === 'api.openai.com' && isAtLeast(gptVersion(model), [5, 4]);
  return isWanted || isKnown ? form : 'none';
}

type Version = readonly [major: number, minor: number];

/** `claude-opus-4-8-20260801`, `claude-sonnet-5`; a date is not a version. */
function claudeVersion(model: string): Version | undefined {
  const found = /^claude-[a-z]+-(\d{1,2})(?!\d)(?:-(\d{1,2})(?!\d))?/.exec(model);
  return found === null ? undefined : [Number(found[1]), Number(found[2] ?? 0)];
}

function gptVersion(model: string): Version | undefined {
  const found = /^gpt-(\d{1,2})(?!\d)(?:\.(\d{1,2}))?/.exec(model);
  return found === null ? undefined : [Number(found[1]), Number(found[2] ?? 0)];
}

function isAtLeast(version: Version | undefined, [major, minor]: Version): boolean {
  if (version === undefined) return false;
  return version[0] > major || (version[0] === major && version[1] >= minor);
}
