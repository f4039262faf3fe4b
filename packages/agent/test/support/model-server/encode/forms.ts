import type { Api } from '../api.ts';
import { anthropicForm } from './anthropic.ts';
import type { ApiForm } from './encoder.ts';
import { geminiForm } from './gemini.ts';
import { openaiChatForm } from './openai-chat.ts';
import { openaiResponsesForm } from './openai-responses.ts';

export const FORMS: Readonly<Record<Api, ApiForm>> = {
  anthropic: anthropicForm,
  'openai-chat': openaiChatForm,
  'openai-responses': openaiResponsesForm,
  gemini: geminiForm,
};
