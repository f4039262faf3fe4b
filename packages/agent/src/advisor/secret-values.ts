import { basename } from 'node:path';
import { getOwn, type JsonObject, type ModelMessage } from '@sluice/core';

/** Shorter values are ordinary words and numbers. */
const SHORTEST = 8;
const SECRET_VARIABLE = /(?:^|_|API)(?:KEY|TOKEN|SECRET|PASS(?:WORD|WD|PHRASE)?|CREDENTIALS?|AUTH)(?:_|$)/i;
const SECRET_FILE =
  /^(?:\.env(?:\..+)?|.+\.env|\.netrc|\.npmrc|\.pgpass|credentials(?:\..+)?|id_[a-z0-9]+|.+\.(?:pem|key|p12|pfx))$/i;
const ASSIGNMENT = /^\s*(?:\d+\s*[→:|\t]\s*)?(?:export\s+)?[\w.-]+\s*[=:]\s*(["']?)(.+?)\1\s*,?$/;

/** Values of variables whose names say that they are secret. */
export function secretVariableValues(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    SECRET_VARIABLE.test(name) && value.length >= SHORTEST ? [value] : [],
  );
}

/** Ids of calls that name a file for secrets, such as `.env`: nothing of their results may be passed on. */
export function secretReads(messages: readonly ModelMessage[]): ReadonlySet<string> {
  const ids = messages.flatMap(({ role, content }) =>
    role === 'user'
      ? []
      : content.flatMap((block) =>
          block.type === 'tool_use' && namesSecretFile(block.input) ? [block.id] : [],
        ),
  );
  return new Set(ids);
}

/** What the lines of such a result assign: `KEY=value`. */
export function assignedValues(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const value = ASSIGNMENT.exec(line)?.[2];
    return value !== undefined && value.length >= SHORTEST ? [value] : [];
  });
}

function namesSecretFile(input: JsonObject): boolean {
  return ['file_path', 'path', 'notebook_path', 'command'].some((key) => {
    const value = getOwn(input, key);
    return (
      typeof value === 'string' &&
      value.split(/[\s"'=<>|;&()]+/).some((word) => SECRET_FILE.test(basename(word)))
    );
  });
}
