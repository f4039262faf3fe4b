import type { LateToolForm } from '@sluice/core';
import type { Endpoint } from './endpoint.ts';

/** Endpoints that rejected a form of deferred tools, and what is left; shared by all providers of the process. */
const left = new Map<string, 'reference' | 'none'>();

const FIELDS = ['defer_loading', 'tool_reference', 'tool_search', 'additional_tools'] as const;
/** Of what `inline` has beyond `reference`: a beta, and messages of the role `system`. */
const INLINE_FIELDS = [
  ...['tool_addition', 'tool_definition', 'inline-tools', 'anthropic-beta'],
  ...['role "system"', "role 'system'", 'role: system', 'Unexpected role'],
] as const;

/** The form, or what is left of it at an endpoint that has rejected it. */
export function acceptedForm(endpoint: Pick<Endpoint, 'base' | 'model'>, form: LateToolForm): LateToolForm {
  const known = left.get(keyOf(endpoint));
  return form === 'none' ? form : (known ?? form);
}

/** Records that an answer rejects the form by naming one of its fields. Returns what is left; undefined: it doesn't reject it. */
export function noteRefusedForm(
  endpoint: Pick<Endpoint, 'base' | 'model'>,
  form: LateToolForm,
  status: number,
  text: string,
): LateToolForm | undefined {
  if (form === 'none' || (status !== 400 && status !== 422)) return undefined;
  const names = (fields: readonly string[]): boolean => fields.some((field) => text.includes(field));
  const rest = form === 'inline' && names(INLINE_FIELDS) ? 'reference' : names(FIELDS) ? 'none' : undefined;
  if (rest !== undefined) left.set(keyOf(endpoint), rest);
  return rest;
}

function keyOf({ base, model }: Pick<Endpoint, 'base' | 'model'>): string {
  return `${base.href} ${model}`;
}
