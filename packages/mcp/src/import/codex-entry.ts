import { isJsonObject, type JsonObject } from '@sluice/core';

/** A server of Codex's `config.toml` as Sluice has it: tokens stay in the variables that they are in. */
export function codexEntry(entry: JsonObject): JsonObject {
  const { command, args, env, cwd, url, enabled, tool_timeout_sec: seconds } = entry;
  const headers = {
    ...textsIn(entry['http_headers']),
    ...variablesOf(entry['env_http_headers'], ''),
    ...variablesOf({ Authorization: entry['bearer_token_env_var'] }, 'Bearer '),
  };
  const fields: JsonObject = {
    type: url === undefined ? 'stdio' : 'http',
    command,
    args,
    env,
    cwd,
    url,
    headers: Object.keys(headers).length === 0 ? undefined : headers,
    timeout: typeof seconds === 'number' ? Math.round(seconds * 1_000) : undefined,
    enabled: enabled === false ? false : undefined,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function textsIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Headers whose values are names of variables. */
function variablesOf(value: unknown, before: string): JsonObject {
  return Object.fromEntries(
    Object.entries(textsIn(value)).flatMap(([header, name]) =>
      typeof name === 'string' ? [[header, `${before}\${${name}}`]] : [],
    ),
  );
}
