import type { AskModel } from '@sluice/mcp';

/** Passes what MCP servers ask of the model on to the model of the session's agent, which is opened after the servers. */
export class ServerModel {
  #model: AskModel | undefined;

  connect(model: AskModel): void {
    this.#model = model;
  }

  readonly ask: AskModel = async (request) =>
    this.#model === undefined ? { ok: false, reason: 'The session has no model yet.' } : this.#model(request);
}
