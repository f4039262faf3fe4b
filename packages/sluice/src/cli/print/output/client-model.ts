const PREFIX = 'anthropic/';

/** The name of a model for clients, which know Anthropic's by their bare names. */
export function clientModel(model: string): string {
  return model.startsWith(PREFIX) ? model.slice(PREFIX.length) : model;
}
