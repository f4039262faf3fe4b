/** The service of a model (`service/model`) under the name that clients know; another service has its own name. */
export function apiProvider(model: string): string {
  const service = model.split('/', 1)[0] ?? model;
  return service === 'anthropic' ? 'firstParty' : service;
}
