import type { AgentContext, ClientCapabilities } from '@agentclientprotocol/sdk';
import type { EditorFiles } from '@sluice/tools';

/** An editor that doesn't answer for so long is taken to have no text for the file. */
const ANSWER_MS = 5_000;

/** The texts that are open in the editor. Undefined: it doesn't share them. */
export function acpEditorFiles(
  client: AgentContext,
  capabilities: ClientCapabilities | undefined,
  sessionId: () => string,
): EditorFiles | undefined {
  if (capabilities?.fs?.readTextFile !== true) return undefined;
  const within = (signal: AbortSignal): { readonly cancellationSignal: AbortSignal } => ({
    cancellationSignal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  });
  return {
    async read(path, signal) {
      try {
        const request = { sessionId: sessionId(), path };
        const { content } = await bounded(client.request('fs/read_text_file', request, within(signal)));
        return typeof content === 'string' ? content : undefined;
      } catch {
        return undefined;
      }
    },
    async write(path, content, signal) {
      if (capabilities.fs?.writeTextFile !== true) return false;
      try {
        const request = { sessionId: sessionId(), path, content };
        await bounded(client.request('fs/write_text_file', request, within(signal)));
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** A canceled request is settled by the client's answer only, which a client that hangs doesn't give. */
async function bounded<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The editor does not answer.')), ANSWER_MS + 500);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
