/** Why a variable that holds a whole number is ignored, as a sentence. Undefined: it isn't set, or it is used. */
export function ignoredNumber(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  least = 1,
): string | undefined {
  const text = env[name]?.trim() ?? '';
  if (text === '' || (/^\d{1,15}$/.test(text) && Number(text) >= least)) return undefined;
  const wanted = least === 0 ? 'a whole number' : 'a positive whole number';
  return `${name} is ignored: ${JSON.stringify(text)} is not ${wanted}.`;
}
