export { toAISDKOutput } from './to-ai-sdk-output.ts';
export type { AISDKOutput } from './to-ai-sdk-output.ts';
export { toAnthropicContent } from './to-anthropic-content.ts';
export { toOpenAIOutput } from './to-openai-output.ts';
export type { OpenAIOutput } from './to-openai-output.ts';
export { toText } from './to-text.ts';
