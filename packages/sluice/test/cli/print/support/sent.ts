import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { ModelServer } from '../../../../../agent/test/support/model-server/start-model-server.ts';

/** The messages of the last request. */
export function lastMessages({ requests }: Pick<ModelServer, 'requests'>): readonly JsonObject[] {
  return objectsAt(requests.at(-1)?.body ?? {}, 'messages');
}

/** The names of the tools that the last request told the model of. */
export function lastTools({ requests }: Pick<ModelServer, 'requests'>): readonly string[] {
  return objectsAt(requests.at(-1)?.body ?? {}, 'tools').flatMap(({ name }) =>
    typeof name === 'string' ? [name] : [],
  );
}

/** The system prompt of the last request, as one text. */
export function lastSystem({ requests }: Pick<ModelServer, 'requests'>): string {
  return objectsAt(requests.at(-1)?.body ?? {}, 'system')
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n');
}

function objectsAt(value: JsonObject, key: string): readonly JsonObject[] {
  const found = getOwn(value, key);
  return Array.isArray(found) ? found.filter((one) => isJsonObject(one)) : [];
}
