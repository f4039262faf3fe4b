/** A service under the name that clients know; another service has its own name. */
export function apiProvider(service: string): string {
  return service === 'anthropic' ? 'firstParty' : service;
}
