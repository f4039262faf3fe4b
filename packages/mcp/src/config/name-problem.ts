import { serverPrefix } from '../tool-names.ts';

/** What is left of the 55 characters that a shortened tool name keeps, without `mcp__` and `__`. */
const MAX_LENGTH = 48;

/**
 * Why a server can't have this name, and which it could have; undefined: it can. Permission rules know a tool by
 * `mcp__server__tool` alone, so it must be plain where the server ends.
 */
export function nameProblem(name: string): string | undefined {
  const reason = reasonFor(name, spelled(name));
  if (reason === undefined) return undefined;
  return `The name ${JSON.stringify(name)} can't be used: ${reason}. Rename the server, for example to ${JSON.stringify(suggested(name))}.`;
}

function reasonFor(name: string, text: string): string | undefined {
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return 'it contains a control character or a hidden one';
  if (name.startsWith('-')) return 'it begins with "-", like an option';
  const asRule = text === name ? '' : ` when it is written as ${JSON.stringify(text)}, as in tool names`;
  if (text.includes('__')) return `it has "__"${asRule}, which ends a server's name in permission rules`;
  if (text.endsWith('_'))
    return `it ends in "_"${asRule}, which permission rules can't tell from the "__" after it`;
  if (text.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  return undefined;
}

function suggested(name: string): string {
  const short = spelled(name)
    .replaceAll(/_+/g, '_')
    .replace(/^[-_]+/, '')
    .slice(0, MAX_LENGTH)
    .replace(/_+$/, '');
  return short === '' ? 'server' : short;
}

function spelled(name: string): string {
  return serverPrefix(name).slice('mcp__'.length);
}
