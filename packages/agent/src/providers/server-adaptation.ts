import type { ThinkingForm } from '../wire/anthropic-thinking.ts';
import type { WireOptions } from '../wire/wire-format.ts';
import { outputLimit } from './output-limit.ts';

/** What has been learned about one server; kept as long as the provider. */
interface ServerAdaptation {
  /**
   * Fields to leave out of every request. Replaced by a new set when it grows: bodies are cached by identity.
   */
  readonly omit: ReadonlySet<string>;
  readonly maxTokensField: NonNullable<WireOptions['maxTokensField']>;
  readonly takesThinking: NonNullable<WireOptions['takesThinking']>;
  /** The maximum output, if the server has named it. */
  readonly outputLimit: number | undefined;
  /**
   * How to change the same request after a rejection, from its status and text. Undefined: it names nothing
   * to change.
   */
  learn(refusal: Refusal): Change | undefined;
}

export interface Refusal {
  readonly status: number;
  readonly text: string;
  /** The output limit in the rejected request. */
  readonly askedTokens: number;
  readonly askedThinking?: ThinkingForm | undefined;
}

export interface Change {
  /** The output limit for this one answer. */
  readonly maxTokens: number;
  /** Turn thinking off for this one answer. */
  readonly isWithoutThinking?: boolean;
}

/** Optional fields that old or simple servers may reject. */
const OPTIONAL_FIELDS = ['stream_options', 'tool_choice', 'parallel_tool_calls', 'store', 'include'] as const;

const REFUSED = new Set([400, 422]);

export function createServerAdaptation(field: ServerAdaptation['maxTokensField']): ServerAdaptation {
  let omit: ReadonlySet<string> = new Set();
  let maxTokensField = field;
  let limit: number | undefined;
  let takesThinking: ServerAdaptation['takesThinking'] = 'any';

  /** Newer models name the thinking mode to use; older ones name the mode they don't know. */
  function learnThinking(text: string, asked: ThinkingForm | undefined): boolean {
    if (!text.toLowerCase().includes('adaptive')) return false;
    if (asked !== 'enabled' && asked !== 'adaptive') return false;
    takesThinking = asked === 'enabled' ? 'adaptive' : 'none';
    return true;
  }

  function learnField(text: string): boolean {
    if (
      text.includes('max_completion_tokens') &&
      text.includes("'max_tokens'") &&
      maxTokensField === 'max_tokens'
    ) {
      maxTokensField = 'max_completion_tokens';
      return true;
    }
    const refused = OPTIONAL_FIELDS.find((name) => !omit.has(name) && namesField(text, name));
    if (refused === undefined) return false;
    omit = new Set([...omit, refused]);
    return true;
  }

  return {
    get omit() {
      return omit;
    },
    get maxTokensField() {
      return maxTokensField;
    },
    get takesThinking() {
      return takesThinking;
    },
    get outputLimit() {
      return limit;
    },
    learn({ status, text, askedTokens, askedThinking }) {
      if (!REFUSED.has(status)) return undefined;
      if (learnThinking(text, askedThinking)) return { maxTokens: askedTokens };
      // This conversation has calls that were made without thinking.
      if (askedThinking === 'enabled' && text.includes('Expected `thinking`'))
        return { maxTokens: askedTokens, isWithoutThinking: true };
      if (learnField(text)) return { maxTokens: askedTokens };
      const named = outputLimit(text, askedTokens);
      if (named === undefined) return undefined;
      if (!named.isOfInput) limit = named.tokens;
      return { maxTokens: named.tokens };
    },
  };
}

/** Matches the name as a whole word: `store` is not in `restore`. */
function namesField(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + name.length);
    if (QUOTES.has(before) || QUOTES.has(after)) return true;
    const isWord = !/\w/.test(before) && !/\w/.test(after);
    if (isWord && name.includes('_')) return true;
  }
  return false;
}

/** An ordinary English word is treated as a field only in quotes. */
const QUOTES = new Set(['"', "'", '`']);
