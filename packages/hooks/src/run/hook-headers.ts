import type { HttpHandler } from '../read/hook-handler.ts';

/**
 * The headers with variables filled in: those that the handler names, as far as the settings allow. Others are dropped, because a settings
 * file must not send what it can't name.
 */
export function hookHeaders(
  { headers, variables }: Pick<HttpHandler, 'headers' | 'variables'>,
  allowed: readonly string[] | undefined,
  env: Readonly<Record<string, string | undefined>>,
): readonly (readonly [string, string])[] {
  const known = new Set(variables.filter((name) => allowed === undefined || allowed.includes(name)));
  const valueOf = (name: string): string =>
    known.has(name) && Object.hasOwn(env, name) ? (env[name] ?? '') : '';
  return headers.map(([name, value]) => [
    name,
    value.replaceAll(/\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g, (_, braced?: string, plain?: string) =>
      valueOf(braced ?? plain ?? ''),
    ),
  ]);
}
