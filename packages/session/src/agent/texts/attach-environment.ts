import type { Attachment } from '@sluice/agent';
import type { ModelMessage } from '@sluice/core';

/** The lines about the environment, where the system prompt has none: once, and again after a summary. */
export function attachEnvironment(
  environment: string | undefined,
  messages: readonly ModelMessage[],
): readonly Attachment[] {
  if (environment === undefined) return [];
  const text = `Your environment:\n${environment}`;
  const isSaid = messages.some(
    ({ role, content }) =>
      role === 'user' && content.some((block) => block.type === 'text' && block.text.includes(text)),
  );
  return isSaid ? [] : [{ text, origin: 'note', isSilent: true }];
}
