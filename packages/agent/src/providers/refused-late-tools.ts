import type { Endpoint } from './endpoint.ts';

/** Endpoints that rejected deferred tools; shared by all providers of the process. */
const refused = new Set<string>();

const FIELDS = ['defer_loading', 'tool_reference', 'tool_search', 'additional_tools'] as const;

export function hasRefusedLateTools(endpoint: Pick<Endpoint, 'base' | 'model'>): boolean {
  return refused.has(keyOf(endpoint));
}

/** Records the endpoint if its answer rejects deferred tools by naming their field. True: it does. */
export function noteRefusedLateTools(
  endpoint: Pick<Endpoint, 'base' | 'model'>,
  status: number,
  text: string,
): boolean {
  const isRefusal = (status === 400 || status === 422) && FIELDS.some((field) => text.includes(field));
  if (isRefusal) refused.add(keyOf(endpoint));
  return isRefusal;
}

function keyOf({ base, model }: Pick<Endpoint, 'base' | 'model'>): string {
  return `${base.href} ${model}`;
}
