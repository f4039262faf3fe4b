import { errorText } from '@sluice/base';
import type {
  InputRequest,
  LoggingLevel,
  Notification,
  RequestOptions,
  Server,
} from '@modelcontextprotocol/server';
import { clientCapabilities, type ClientCapabilities } from './client-capabilities.ts';
import type { AskOptions, ClientAnswer, ClientLink } from './client-link.ts';
import { ProgressSender } from './progress-sender.ts';

/** What can be sent to the client while its request is open. */
export interface OpenRequest {
  send(request: InputRequest, options: RequestOptions): Promise<unknown>;
  notify(notification: Notification): Promise<void>;
  /** Sends nothing if the client doesn't want messages of this level. */
  log(level: LoggingLevel, data: unknown): Promise<void>;
}

/** Asks over the connection, while the request is open. */
export class ConnectionLink implements ClientLink {
  readonly #server: Server;
  readonly #request: OpenRequest;
  readonly #timeout: number;

  /** @param timeout milliseconds that an answer may take */
  constructor(server: Server, request: OpenRequest, timeout: number) {
    this.#server = server;
    this.#request = request;
    this.#timeout = timeout;
  }

  get capabilities(): ClientCapabilities {
    return clientCapabilities(this.#server.getClientCapabilities());
  }

  log(level: LoggingLevel, data: unknown): void {
    void this.#request.log(level, data).catch(() => {});
  }

  async ask(request: InputRequest, { signal }: AskOptions = {}): Promise<ClientAnswer> {
    try {
      const response = await this.#request.send(request, { timeout: this.#timeout, signal });
      return { ok: true, response };
    } catch (error) {
      const why = errorText(error);
      return { ok: false, reason: `the MCP client did not answer: ${why}` };
    }
  }
}

/** Sends a call's progress, if its client wants it. */
export interface CallProgress {
  push(data: unknown): void;
  close(): void;
}

const UNWANTED: CallProgress = { push() {}, close() {} };

/** @param progressToken as the client gave it; undefined: it wants none */
export function callProgress(
  progressToken: string | number | undefined,
  request: Pick<OpenRequest, 'notify'>,
): CallProgress {
  if (progressToken === undefined) return UNWANTED;
  const sender = new ProgressSender((params) => {
    const notification = { method: 'notifications/progress', params: { ...params, progressToken } };
    void request.notify(notification).catch(() => {});
  });
  return { push: (data) => sender.push(data), close: () => sender.close() };
}
