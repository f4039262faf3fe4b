import { nearName } from '@sluice/base';
import { quoted } from './quoted.ts';
import type { DefinitionFields } from './parse-definition.ts';

/** Keys that limit an agent: one that is misspelled would leave it with more than its author wanted. */
const LIMITS = ['tools', 'disallowedTools', 'permissionMode', 'hooks', 'maxTurns', 'isolation'];

/** A key of a definition that can only be meant as one of those that limit the agent. */
export function misspelledKey(
  fields: DefinitionFields,
): { readonly message: string; readonly line: number | undefined } | undefined {
  for (const [key, { line }] of fields) {
    const plain = key.replaceAll(/[-_ ]/g, '');
    const meant = plain.toLowerCase() === 'allowedtools' ? 'tools' : nearName(plain, LIMITS);
    if (meant === undefined || LIMITS.includes(key)) continue;
    return { message: `${quoted(key)} is not a key of agents. Write \`${meant}\`.`, line };
  }
  return undefined;
}
