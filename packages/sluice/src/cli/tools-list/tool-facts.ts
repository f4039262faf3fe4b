import type { AnyTool } from '@sluice/core';

/** A declaration that depends on the input. */
type Fact<Value> = Value | 'by input';

/** What a tool declares about itself, where it is the same for every input. */
export interface ToolFacts {
  readonly name: string;
  readonly isConcurrencySafe: Fact<boolean>;
  readonly isReadOnly: Fact<boolean>;
  readonly isDestructive: Fact<boolean>;
  readonly isIdempotent: Fact<boolean>;
  readonly interrupt: Fact<'block' | 'cancel'>;
  /** Results longer than this many characters are saved to disk; `Infinity`: the tool limits itself. */
  readonly limit: Fact<number>;
  /** The first sentence of the description. */
  readonly purpose: string;
}

/** Calls each predicate with an empty input: one that can't handle that depends on the input. */
export async function toolFacts(tool: AnyTool, tools: readonly AnyTool[] = [tool]): Promise<ToolFacts> {
  const description =
    typeof tool.description === 'string' ? tool.description : await tool.description({ pool: { tools } });
  return {
    name: tool.name,
    isConcurrencySafe: ask(() => tool.isConcurrencySafe({})),
    isReadOnly: ask(() => tool.isReadOnly({})),
    isDestructive: ask(() => tool.isDestructive({})),
    isIdempotent: ask(() => tool.isIdempotent({})),
    interrupt: ask(() => tool.interruptBehavior({})),
    limit: tool.resultLimit ?? ask(() => tool.maxResultSizeChars({})),
    purpose: firstSentence(description),
  };
}

function ask<Value>(predicate: () => Value): Fact<Value> {
  try {
    return predicate();
  } catch {
    return 'by input';
  }
}

function firstSentence(text: string): string {
  const paragraph = text.split('\n', 1)[0] ?? '';
  return /^.*?[.!?](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph;
}
