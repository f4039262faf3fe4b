import type { WireOptions } from '../wire/wire-format.ts';
import { outputLimit } from './output-limit.ts';

/** What one server has taught about itself; it lasts as long as the provider. */
export interface ServerAdaptation {
  /** What every request takes into account. Another set when there is more in it: bodies are kept by identity. */
  readonly omit: ReadonlySet<string>;
  readonly maxTokensField: NonNullable<WireOptions['maxTokensField']>;
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
}

export interface Change {
  /** The most that this one answer may hold. */
  readonly maxTokens: number;
}

/** Fields that a request can do without, as old and simple servers must have it. */
const OPTIONAL_FIELDS = ['stream_options', 'tool_choice', 'parallel_tool_calls', 'store', 'include'] as const;

const REFUSED = new Set([400, 422]);

export function createServerAdaptation(field: ServerAdaptation['maxTokensField']): ServerAdaptation {
  let omit: ReadonlySet<string> = new Set();
  let maxTokensField = field;
  let limit: number | undefined;

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
    get outputLimit() {
      return limit;
    },
    learn({ status, text, askedTokens }) {
      if (!REFUSED.has(status)) return undefined;
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
