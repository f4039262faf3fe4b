import type { ThinkingForm } from '../wire/anthropic-thinking.ts';
import type { WireOptions } from '../wire/wire-format.ts';
import { outputLimit } from './output-limit.ts';

/** What one server has taught about itself; it lasts as long as the provider. */
export interface ServerAdaptation {
  /** What every request takes into account. Another set when there is more in it: bodies are kept by identity. */
  readonly omit: ReadonlySet<string>;
  readonly maxTokensField: NonNullable<WireOptions['maxTokensField']>;
  readonly takesThinking: NonNullable<WireOptions['takesThinking']>;
  /** The most that an answer may hold, where the server has said. */
  readonly outputLimit: number | undefined;
  /** What a refusal, by its status and text, lets the same request be sent anew with; undefined where it names nothing. */
  learn(refusal: Refusal): Change | undefined;
}

export interface Refusal {
  readonly status: number;
  readonly text: string;
  /** The limit of the answer that the request named. */
  readonly askedTokens: number;
  readonly askedThinking?: ThinkingForm | undefined;
}

export interface Change {
  /** The most that this one answer may hold. */
  readonly maxTokens: number;
  /** This one answer comes without. */
  readonly isWithoutThinking?: boolean;
}

/** Fields that a request can do without, as old and simple servers must have it. */
const OPTIONAL_FIELDS = ['stream_options', 'tool_choice', 'parallel_tool_calls', 'store', 'include'] as const;

const REFUSED = new Set([400, 422]);

export function createServerAdaptation(field: ServerAdaptation['maxTokensField']): ServerAdaptation {
  let omit: ReadonlySet<string> = new Set();
  let maxTokensField = field;
  let limit: number | undefined;
  let takesThinking: ServerAdaptation['takesThinking'] = 'any';

  /** Newer models name the way in which they think, older ones the one that they do not know. */
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
      // Calls of this conversation were made without.
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

/** The name as a word of its own: `store` is not in `restore`. */
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

/** A plain English word counts as a field only in quotes. */
const QUOTES = new Set(['"', "'", '`']);
