import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { isJsonObject, type JsonObject } from '@sluice/core';

/** A span as OTLP's JSON form has it, with its attributes as an object. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: JsonObject;
  readonly isError: boolean;
}

export interface Received {
  readonly path: string;
  readonly type: string | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

export interface Receiver extends AsyncDisposable {
  /** As `OTEL_EXPORTER_OTLP_ENDPOINT` takes it. */
  readonly address: string;
  readonly requests: readonly Received[];
  /** Of requests in JSON. */
  spans(): readonly ReceivedSpan[];
  /** The metrics of requests in JSON, by name: the attributes of each point. */
  metrics(): ReadonlyMap<string, readonly JsonObject[]>;
}

/** An OTLP/HTTP receiver on loopback. `silent`: it accepts requests and never answers. */
export async function startReceiver(behavior: 'ok' | 'silent' = 'ok'): Promise<Receiver> {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((sent) => {
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      const { 'content-type': type } = request.headers;
      requests.push({ path: request.url ?? '', type, headers: request.headers, body });
      if (behavior === 'silent') return;
      response.writeHead(200, { 'content-type': type ?? '' });
      response.end(type === 'application/json' ? '{}' : '');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const bodies = (path: string): JsonObject[] =>
    requests
      .filter((one) => one.path === path && one.type === 'application/json')
      .map(({ body }): unknown => JSON.parse(body.toString('utf8')))
      .filter(isJsonObject);
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    spans: () =>
      bodies('/v1/traces').flatMap((body) => list(body, 'resourceSpans', 'scopeSpans', 'spans').map(spanOf)),
    metrics() {
      const found = bodies('/v1/metrics').flatMap((body) =>
        list(body, 'resourceMetrics', 'scopeMetrics', 'metrics'),
      );
      return new Map(
        found.map((metric) => {
          const points = [metric['histogram'], metric['sum']].filter(isJsonObject);
          return [
            textOf(metric['name']),
            points.flatMap((one) => list(one, 'dataPoints').map(attributesOf)),
          ] as const;
        }),
      );
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

function spanOf(span: JsonObject): ReceivedSpan {
  const parent = textOf(span['parentSpanId']);
  return {
    name: textOf(span['name']),
    traceId: textOf(span['traceId']),
    spanId: textOf(span['spanId']),
    parentSpanId: parent === '' ? undefined : parent,
    attributes: attributesOf(span),
    isError: isJsonObject(span['status']) && span['status']['code'] === 2,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** All objects at the end of a path of lists. */
function list(from: JsonObject, ...path: readonly string[]): JsonObject[] {
  return path.reduce<JsonObject[]>(
    (all, key) => all.flatMap((one) => [one[key]].flat().filter(isJsonObject)),
    [from],
  );
}

function attributesOf(of: JsonObject): JsonObject {
  const pairs = list(of, 'attributes').map(({ key, value }) => {
    const values = isJsonObject(value) ? Object.values(value) : [];
    return [textOf(key), values[0] ?? null] as const;
  });
  return Object.fromEntries(pairs);
}
