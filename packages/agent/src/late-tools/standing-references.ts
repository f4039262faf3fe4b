import type { ModelMessage, ToolReferenceBlock } from '@sluice/core';

/** Tools whose definitions the conversation shows to the model, by name. */
export interface StandingReferences {
  /** From search results. */
  readonly found: ReadonlyMap<string, ToolReferenceBlock>;
  /** Added alongside search results. */
  readonly added: ReadonlyMap<string, ToolReferenceBlock>;
}

const known = new WeakMap<ModelMessage, readonly (readonly [isFound: boolean, ToolReferenceBlock])[]>();

/** Reads each message once. If a tool is defined twice, the later definition wins. */
export function standingReferences(messages: readonly ModelMessage[]): StandingReferences {
  const found = new Map<string, ToolReferenceBlock>();
  const added = new Map<string, ToolReferenceBlock>();
  for (const message of messages) {
    let references = known.get(message);
    if (references === undefined) {
      references = referencesIn(message);
      known.set(message, references);
    }
    for (const [isFound, block] of references) (isFound ? found : added).set(block.tool_name, block);
  }
  return { found, added };
}

function referencesIn({ role, content }: ModelMessage): readonly (readonly [boolean, ToolReferenceBlock])[] {
  if (role === 'assistant') return NONE;
  const references: (readonly [boolean, ToolReferenceBlock])[] = [];
  for (const block of content) {
    if (block.type === 'tool_reference') references.push([false, block]);
    if (block.type !== 'tool_result' || typeof block.content === 'string') continue;
    for (const inner of block.content) if (inner.type === 'tool_reference') references.push([true, inner]);
  }
  return references.length === 0 ? NONE : references;
}

const NONE: readonly never[] = [];
