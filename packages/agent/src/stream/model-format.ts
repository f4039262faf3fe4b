/** The APIs whose streams and requests are supported. */
export const MODEL_FORMATS = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const;

export type ModelFormat = (typeof MODEL_FORMATS)[number];

/**
 * The APIs whose streams can be read. Includes Google's Interactions API, which no provider sends requests to
 * yet.
 */
export const STREAM_FORMATS = [...MODEL_FORMATS, 'gemini-interactions'] as const;

export type StreamFormat = (typeof STREAM_FORMATS)[number];
