export type Api = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini';

/** What a request's path tells. */
export interface Route {
  readonly api: Api;
  /** Where the path says it; else the body does. */
  readonly model: string | undefined;
  readonly isStreamed: boolean | undefined;
  /** The streams of Gemini are one JSON array unless `alt=sse` is in the address. */
  readonly isArray: boolean;
}

const GEMINI = /^\/v1(?:beta|alpha)?\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

/** Any base address may come before the paths of OpenAI, as compatible servers have it. */
export function routeOf(url: URL): Route | undefined {
  const { pathname, searchParams } = url;
  const inBody = { model: undefined, isStreamed: undefined, isArray: false };
  if (pathname.endsWith('/v1/messages')) return { api: 'anthropic', ...inBody };
  if (pathname.endsWith('/chat/completions')) return { api: 'openai-chat', ...inBody };
  if (pathname.endsWith('/responses')) return { api: 'openai-responses', ...inBody };
  const gemini = GEMINI.exec(pathname);
  if (gemini === null) return undefined;
  const isStreamed = gemini[2] === 'streamGenerateContent';
  const isArray = isStreamed && searchParams.get('alt') !== 'sse';
  return { api: 'gemini', model: gemini[1], isStreamed, isArray };
}
