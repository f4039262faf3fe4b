/** Where there is a key for it and nobody has chosen. */
export const DEFAULT_MODEL = 'anthropic/claude-sonnet-4-5';
