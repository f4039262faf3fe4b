/** A message of a request, as far as pairing is concerned. */
export interface PairedMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly PairedBlock[];
}

export interface PairedBlock {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
}

/**
 * What a model API would reject: each `tool_use` needs exactly one `tool_result`, in the next message, a user's, before any other block;
 * and there is no other `tool_result`. Ids are paired by message. An empty list means that all is well. Source: the Messages API's rules
 * for tool use.
 */
export function checkPairing(messages: readonly PairedMessage[]): readonly string[] {
  const problems: string[] = [];
  let open: readonly string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const blocks = typeof content === 'string' ? [{ type: 'text' }] : content;
    const where = `message ${index + 1} (${role})`;
    if (open.length > 0 && role !== 'user')
      problems.push(`${where}: results are missing for ${open.join(', ')}`);
    problems.push(...checkResults(blocks, role === 'user' ? open : [], where));
    open = [];
    if (role === 'assistant') {
      const uses = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id ?? '');
      if (uses.includes('')) problems.push(`${where}: a tool_use has no id`);
      if (new Set(uses).size < uses.length) problems.push(`${where}: two tool_use blocks have one id`);
      open = uses;
    } else if (blocks.some(({ type }) => type === 'tool_use'))
      problems.push(`${where}: a user made a tool_use`);
  }
  if (open.length > 0) problems.push(`the last message: results are missing for ${open.join(', ')}`);
  return problems;
}

function checkResults(blocks: readonly PairedBlock[], open: readonly string[], where: string): string[] {
  const problems: string[] = [];
  const missing = new Set(open);
  const seen = new Set<string>();
  let hasOther = false;
  for (const block of blocks) {
    if (block.type !== 'tool_result') {
      hasOther = true;
      continue;
    }
    const id = block.tool_use_id ?? '';
    if (hasOther && open.length > 0) problems.push(`${where}: the result of ${id} comes after another block`);
    if (seen.has(id)) problems.push(`${where}: ${id} has two results`);
    else if (!missing.delete(id)) problems.push(`${where}: the result of ${id} has no tool_use before it`);
    seen.add(id);
  }
  if (missing.size > 0) problems.push(`${where}: results are missing for ${[...missing].join(', ')}`);
  return problems;
}
