import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import {
  client,
  ndJsonStream,
  RequestError,
  type ClientContext,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject } from '@sluice/core';
import { onTestFinished } from 'vitest';
import { ended, startCli, type Ended } from '../../exec/support/cli.ts';

export interface Editor {
  readonly agent: ClientContext;
  /** Updates of all sessions, in order. */
  readonly updates: readonly SessionUpdate[];
  readonly asked: readonly RequestPermissionRequest[];
  /** The forms and pages that were shown. */
  readonly forms: readonly CreateElicitationRequest[];
  /** What the protocol's own schema says against frames of the agent. */
  readonly violations: readonly string[];
  /** Waits for an update, also one that has come already. */
  update(is: (update: SessionUpdate) => boolean): Promise<SessionUpdate>;
  /** The text of the answers. */
  text(): string;
  /** What the agent has written to standard error. */
  stderr(): string;
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
  /** Closes standard input, and waits for the end. */
  close(): Promise<Ended>;
}

type Answer = (
  request: RequestPermissionRequest,
) => RequestPermissionResponse | Promise<RequestPermissionResponse>;

export const choose =
  (optionId: string): Answer =>
  () => ({ outcome: { outcome: 'selected', optionId } });

/** Starts `sluice acp` as an editor does, with the protocol's own client. */
export function openEditor(
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  {
    answer = choose('reject'),
    fill = () => ({ action: 'cancel' }),
    files,
    args = [],
  }: {
    /** Texts that are open, by path: they may differ from the disk. */
    readonly files?: Map<string, string>;
    readonly answer?: Answer;
    readonly fill?: (form: CreateElicitationRequest) => CreateElicitationResponse;
    readonly args?: readonly string[];
  } = {},
): Editor {
  const child = startCli(['acp', ...args], place);
  const [toAgent, fromAgent] = [Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)];
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const forms: CreateElicitationRequest[] = [];
  const waiting: (() => void)[] = [];
  const check = createFrameCheck();
  const input = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      check.received(Buffer.from(chunk).toString('utf8'));
      controller.enqueue(chunk);
    },
  });
  const output = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      check.sent(Buffer.from(chunk).toString('utf8'));
      controller.enqueue(chunk);
    },
  });
  void output.readable.pipeTo(toAgent).catch(() => {});
  const connection = client({ name: 'test' })
    .onRequest('session/request_permission', ({ params }) => {
      asked.push(params);
      return answer(params);
    })
    .onRequest('elicitation/create', ({ params }) => {
      forms.push(params);
      return fill(params);
    })
    .onRequest('fs/read_text_file', ({ params }) => {
      const content = files?.get(params.path);
      if (content === undefined) throw RequestError.resourceNotFound(params.path);
      return { content };
    })
    .onRequest('fs/write_text_file', ({ params }) => {
      files?.set(params.path, params.content);
      writeFileSync(params.path, params.content);
      return {};
    })
    .onNotification('session/update', ({ params }) => {
      updates.push(params.update);
      for (const look of waiting.splice(0)) look();
    })
    .connect(ndJsonStream(output.writable, fromAgent.pipeThrough(input)));
  const done = ended(child);
  let stderr = '';
  child.stderr.on('data', (part) => (stderr += String(part)));
  onTestFinished(() => connection.close());
  return {
    agent: connection.agent,
    updates,
    asked,
    forms,
    violations: check.violations,
    async update(is) {
      for (;;) {
        const found = updates.find(is);
        if (found !== undefined) return found;
        // Until one more has come.
        // oxlint-disable-next-line no-await-in-loop
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
    },
    text: () =>
      updates
        .flatMap((update) =>
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
            ? [update.content.text]
            : [],
        )
        .join(''),
    stderr: () => stderr,
    signal: (signal) => void child.kill(signal),
    ended: done,
    close() {
      child.stdin.end();
      return done;
    },
  };
}

interface FrameCheck {
  readonly violations: readonly string[];
  sent(text: string): void;
  received(text: string): void;
}

/** Holds every frame against the schema that the protocol publishes. */
function createFrameCheck(): FrameCheck {
  const place = dirname(createRequire(import.meta.url).resolve('@agentclientprotocol/sdk'));
  const schema: unknown = JSON.parse(readFileSync(join(place, '../../../schema/v1/schema.json'), 'utf8'));
  const definitions = isJsonObject(schema) && isJsonObject(schema['$defs']) ? schema['$defs'] : {};
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ ...(isJsonObject(schema) ? schema : {}), $id: 'acp' });
  const byMethod = new Map<string, string[]>();
  for (const [name, definition] of Object.entries(definitions)) {
    const method = isJsonObject(definition) ? definition['x-method'] : undefined;
    if (typeof method === 'string') byMethod.set(method, [...(byMethod.get(method) ?? []), name]);
  }
  const violations: string[] = [];
  const methods = new Map<unknown, string>();
  const rest = { sent: '', received: '' };
  /** The last frame of the agent answered `session/load`, and the editor has asked for nothing since. */
  let isLoaded = false;
  const holds = (method: string, ending: RegExp, value: unknown): void => {
    const name = byMethod.get(method)?.find((one) => ending.test(one));
    if (name === undefined) {
      if (!method.startsWith('_')) violations.push(`${method} has no definition`);
      return;
    }
    const validate = ajv.getSchema(`acp#/$defs/${name}`);
    if (validate?.(value) === false)
      violations.push(`${method}: ${JSON.stringify(validate.errors)}: ${JSON.stringify(value)}`);
  };
  const frame = (from: 'sent' | 'received', line: string): void => {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      violations.push(`${from}: no JSON: ${line}`);
      return;
    }
    if (!isJsonObject(message) || message['jsonrpc'] !== '2.0') {
      violations.push(`${from}: no JSON-RPC: ${line}`);
      return;
    }
    const { method, id } = message;
    if (typeof method === 'string') {
      if (id !== undefined && from === 'sent') methods.set(id, method);
      if (from === 'sent') isLoaded = false;
      else if (isLoaded && method === 'session/update')
        violations.push(`an update after a session was loaded: ${line}`);
      if (from === 'received') holds(method, /Request$|Notification$/, message['params']);
      return;
    }
    if (from === 'sent') return;
    isLoaded = methods.get(id) === 'session/load';
    const asked = methods.get(id);
    if ('result' in message === 'error' in message) violations.push(`result and error: ${line}`);
    if (asked !== undefined && 'result' in message) holds(asked, /Response$/, message['result']);
  };
  const take = (from: 'sent' | 'received', text: string): void => {
    const lines = (rest[from] + text).split('\n');
    rest[from] = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') frame(from, line);
  };
  return {
    violations,
    sent: (text) => take('sent', text),
    received: (text) => take('received', text),
  };
}
