import type { ContentBlock, ToolReferenceBlock } from '@sluice/core';

/** The result of a search. */
export interface ToolSearchOutput {
  readonly query: string;
  readonly found: readonly ToolReferenceBlock[];
  /** Named in `select:`, and listed without being loaded. */
  readonly listed: readonly string[];
  /** Named in `select:` and not found, each with similar names. */
  readonly missing: readonly { readonly name: string; readonly near: readonly string[] }[];
  /** Names similar to the words that found nothing. */
  readonly near: readonly string[];
  /** Also matched, but would have made the result too long. */
  readonly leftOut: readonly string[];
  /** Number of deferred tools. */
  readonly total: number;
  /** Those of them that are of no server. */
  readonly ownTotal: number;
  readonly servers: readonly string[];
  /** Servers that are still connecting. */
  readonly connecting: readonly string[];
  /** Servers whose tools are missing, one line each with the reason. */
  readonly unavailable: readonly string[];
}

const MAX_NAMED = 20;

export function foundContent(output: ToolSearchOutput): string | readonly ContentBlock[] {
  const { found } = output;
  const words = remarks(output).join('\n');
  if (found.length === 0) return words;
  return words === '' ? found : [...found, { type: 'text', text: words }];
}

function remarks({
  query,
  found,
  listed,
  missing,
  near,
  leftOut,
  total,
  ownTotal,
  servers,
  connecting,
  unavailable,
}: ToolSearchOutput): readonly string[] {
  const isEmpty = found.length === 0 && listed.length === 0;
  const lines: string[] = [];
  if (isEmpty && missing.length === 0) lines.push(`No tool matches ${JSON.stringify(query.slice(0, 200))}.`);
  if (listed.length > 0) lines.push(`Already listed, call directly: ${listed.join(', ')}.`);
  for (const { name, near: close } of missing) {
    lines.push(
      `There is no tool ${name.slice(0, 128)}.${close.length === 0 ? '' : ` Did you mean ${close.join(', ')}?`}`,
    );
  }
  if (near.length > 0) lines.push(`Similar names: ${near.join(', ')}.`);
  if (leftOut.length > 0)
    lines.push(`Not loaded, because the result would be too long: ${leftOut.join(', ')}.`);
  if (isEmpty && servers.length > 0) {
    const others = ownTotal === 0 ? '' : `; ${ownTotal} of no server`;
    lines.push(`Tools that can be loaded: ${total - ownTotal} from ${named(servers)}${others}.`);
  }
  if (connecting.length > 0) lines.push(`Still connecting, search again later: ${named(connecting)}.`);
  if (isEmpty || missing.length > 0) {
    for (const line of unavailable.slice(0, MAX_NAMED)) lines.push(`Not available: ${line}`);
  }
  return lines;
}

function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${names.slice(0, MAX_NAMED).join(', ')} and ${more} more` : names.join(', ');
}
