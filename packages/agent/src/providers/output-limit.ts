/** The APIs' names for the output limit. */
const NAMES = ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxoutputtokens'];

interface NamedLimit {
  readonly tokens: number;
  /** The space left beside this input, rather than the model's maximum output. */
  readonly isOfInput: boolean;
}

/**
 * The limit that a server names when it rejects `asked` output tokens; undefined if its text names none.
 * `input length and max_tokens exceed context limit: 190000 + 32000 > 200000` means the space left beside the
 * input.
 */
export function outputLimit(text: string, asked: number): NamedLimit | undefined {
  const lower = text.toLowerCase();
  const words = lower.split(/[\s"'`;()[\]{}=:]+/);
  const numbers = words.map(numberOf).filter((value) => value !== undefined);
  const left = leftInWindow(lower, words, numbers, asked);
  if (left !== undefined) return left > 0 && left < asked ? { tokens: left, isOfInput: true } : undefined;
  if (!NAMES.some((name) => lower.includes(name))) return undefined;
  const below = numbers.filter((value) => value < asked && value > 1);
  const highest = below.reduce((max, value) => Math.max(max, value), 0);
  if (highest === 0) return undefined;
  return { tokens: lower.includes('exclusive') ? highest - 1 : highest, isOfInput: false };
}

function leftInWindow(
  lower: string,
  words: readonly string[],
  numbers: readonly number[],
  asked: number,
): number | undefined {
  const at = words.findIndex((word, index) => word === '+' && numberOf(words[index + 1] ?? '') === asked);
  if (at !== -1 && words[at + 2] === '>') {
    const input = numberOf(words[at - 1] ?? '');
    const window = numberOf(words[at + 3] ?? '');
    return input === undefined || window === undefined ? undefined : window - input;
  }
  // "maximum context length is 4096 tokens … (1000 in the messages, 32000 in the completion)"
  const input = numberOf(words[words.findIndex((word, index) => isInMessages(words, word, index)) - 1] ?? '');
  const isWindow = lower.includes('maximum context length') && numbers.includes(asked);
  return isWindow && input !== undefined && numbers[0] !== undefined ? numbers[0] - input : undefined;
}

function isInMessages(words: readonly string[], word: string, index: number): boolean {
  return word === 'in' && words[index + 1] === 'the' && words[index + 2]?.startsWith('messages') === true;
}

/** A standalone number, not one inside a name (`claude-3-5-20241022`). */
function numberOf(word: string): number | undefined {
  const last = word.at(-1);
  const digits = last === '.' || last === ',' ? word.slice(0, -1) : word;
  return /^\d{1,9}$/.test(digits) || /^\d{1,3}(,\d{3}){1,2}$/.test(digits)
    ? Number(digits.replaceAll(',', ''))
    : undefined;
}
