import type { AgentContext, ClientCapabilities } from '@agentclientprotocol/sdk';
import type { PrintAgentOptions } from '../print/print-agent-options.ts';
import type { PrintOptions } from '../print/print-options.ts';
import type { Stop } from '../stop/stop.ts';

export interface AcpSessionOptions {
  readonly options: PrintOptions;
  /** Real and absolute. */
  readonly cwd: string;
  readonly client: AgentContext;
  /** What the editor can show. Undefined: it has not said. */
  readonly capabilities: ClientCapabilities | undefined;
  /** Of the program, which may be told to hurry. */
  readonly stop: Stop;
  readonly version: string;
  readonly warn: (text: string) => void;
  /** See `openPrintAgent`. */
  readonly onPreview: PrintAgentOptions['onPreview'];
}
