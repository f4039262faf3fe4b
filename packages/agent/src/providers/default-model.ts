/** Used if its key is set and no model was chosen. */
export const DEFAULT_MODEL = 'anthropic/claude-sonnet-5-5';
