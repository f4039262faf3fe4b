export interface ModelLimits {
  /** Tokens. */
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
}

const UNKNOWN: ModelLimits = { contextWindow: 128_000, maxOutputTokens: 16_000 };

/**
 * By prefix of the model's name without its service; the longest match wins. From the vendors' public pages.
 */
const BY_NAME: readonly (readonly [string, number, number])[] = [
  ['claude-', 200_000, 32_000],
  ['claude-fable-5', 1_000_000, 64_000],
  ['claude-opus-5', 1_000_000, 64_000],
  ['claude-sonnet-5', 1_000_000, 64_000],
  ['claude-3-', 200_000, 4096],
  ['claude-3-5-', 200_000, 8192],
  ['claude-3-7-', 200_000, 32_000],
  ['gpt-4o', 128_000, 16_384],
  ['gpt-4.1', 1_047_576, 32_768],
  ['gpt-5', 400_000, 128_000],
  ['o1', 200_000, 100_000],
  ['o3', 200_000, 100_000],
  ['o4-', 200_000, 100_000],
  ['gemini-', 1_048_576, 65_535],
  ['deepseek-', 128_000, 8192],
];

/** Limits for an unknown model: too low is safe, and too high is corrected by the server. */
export function modelLimits(model: string): ModelLimits {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  let best: (typeof BY_NAME)[number] | undefined;
  for (const row of BY_NAME) {
    if (name.startsWith(row[0]) && row[0].length > (best?.[0].length ?? 0)) best = row;
  }
  return best === undefined ? UNKNOWN : { contextWindow: best[1], maxOutputTokens: best[2] };
}
