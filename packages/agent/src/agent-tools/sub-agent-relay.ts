import type { AgentTypes } from '../agent-definitions/agent-definition.ts';
import type {
  AgentProgress,
  CallKey,
  SendResult,
  SentMessage,
  SpawnCall,
  Spawned,
  SpawnRequest,
  SubAgentInfo,
  SubAgentPort,
  TeamInfo,
} from './sub-agent-port.ts';

const NOT_OPEN = 'This session has no agent that can start others.';

/** Passes on to the port of the session's agent, which is opened after the tools that need it. */
export class SubAgentRelay implements SubAgentPort {
  #port: SubAgentPort | undefined;

  connect(port: SubAgentPort): void {
    this.#port = port;
  }

  types(): Promise<AgentTypes> {
    return this.#port?.types() ?? Promise.resolve({ definitions: [], problems: [] });
  }

  whyAsk(call: CallKey): string | undefined {
    return this.#port?.whyAsk(call);
  }

  spawn(request: SpawnRequest, call: SpawnCall): Promise<Spawned> {
    return (
      this.#port?.spawn(request, call) ??
      Promise.resolve({ status: 'refused', code: 'no-agent', message: NOT_OPEN })
    );
  }

  send(message: SentMessage): Promise<SendResult> {
    return this.#port?.send(message) ?? Promise.resolve({ ok: false, code: 'no-agent', message: NOT_OPEN });
  }

  list(): readonly SubAgentInfo[] {
    return this.#port?.list() ?? [];
  }

  team(): TeamInfo | undefined {
    return this.#port?.team();
  }

  deleteTeam(): boolean {
    return this.#port?.deleteTeam() ?? true;
  }

  async tearDown(signal: AbortSignal): Promise<void> {
    await this.#port?.tearDown(signal);
  }

  moveToBackground(id: string): boolean {
    return this.#port?.moveToBackground(id) ?? false;
  }

  onProgress(listener: (progress: AgentProgress) => void): () => void {
    return this.#port?.onProgress(listener) ?? (() => {});
  }
}
