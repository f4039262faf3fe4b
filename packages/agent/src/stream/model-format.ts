/** The APIs whose streams and requests are known here. */
export const MODEL_FORMATS = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const;

export type ModelFormat = (typeof MODEL_FORMATS)[number];
