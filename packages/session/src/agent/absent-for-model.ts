import { presentItems } from '@sluice/base';
import type { ModelProvider } from '@sluice/core';
import type { SessionParts } from '../parts/session-parts.ts';
import { shortenedNotice } from '../skills/shortened-notice.ts';

/** What the model of the main agent lacks although the user might expect it, one notice each. Usually empty. */
export function absentForModel(
  { search, skills, permission, pool }: SessionParts,
  { contextWindow }: Pick<ModelProvider, 'contextWindow'>,
): readonly string[] {
  const isListed = pool.find('Skill') !== undefined;
  const shortened = isListed ? skills?.shortened(contextWindow).size : undefined;
  return presentItems([...search.notices(permission.state.current().rules), shortenedNotice(shortened ?? 0)]);
}
