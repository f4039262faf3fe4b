/** Where the key comes from, under the names that clients know: a bearer token is not a key. */
export function apiKeySource(env: Readonly<Record<string, string | undefined>>): string {
  return SOURCES.find((name) => (env[name] ?? '') !== '') ?? 'none';
}

const SOURCES = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY'];
