/** The APIs whose streams and requests are known here. */
export const MODEL_FORMATS = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const;

export type ModelFormat = (typeof MODEL_FORMATS)[number];

/** The APIs whose streams can be read: also Google's Interactions API, which no model is asked through yet. */
export const STREAM_FORMATS = [...MODEL_FORMATS, 'gemini-interactions'] as const;

export type StreamFormat = (typeof STREAM_FORMATS)[number];
