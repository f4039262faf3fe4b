import type { JsonObject } from '@sluice/core';
import type { Mark } from './recorded-request.ts';
import type { ModelServer } from './start-model-server.ts';

/** What a server tells of its requests. */
export interface Report {
  readonly requests: readonly {
    readonly bytes: number;
    readonly sha256: string;
    readonly connection: number;
    readonly arrivedAt: number;
    readonly readAt: number;
    readonly marks: readonly Mark[];
    readonly end: string | undefined;
  }[];
  readonly lastBody: JsonObject;
  readonly problems: readonly string[];
}

export function reportOf(server: ModelServer): Report {
  const { requests, problems } = server;
  return {
    lastBody: server.lastBody(),
    requests: requests.map(({ bytes, sha256, connection, arrivedAt, readAt, marks, end }) => {
      return { bytes, sha256, connection, arrivedAt, readAt, marks, end };
    }),
    problems,
  };
}
