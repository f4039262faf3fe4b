const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** Why an HTTP request can't have this header, as a clause without its value, which may be a secret. Undefined: it can. */
export function headerProblem(name: string, value: string): string | undefined {
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not a header name`;
  // White space around a value is not sent.
  if (VALUE.test(value.trim())) return undefined;
  return `its header ${JSON.stringify(name)} can't be the value of a header`;
}
