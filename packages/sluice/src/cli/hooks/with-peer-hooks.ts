import { GEMINI_EVENTS, GEMINI_TOOLS } from '@sluice/hooks';
import { peerHookFiles, peerHooks } from '@sluice/session';
import type { LoadedSettings } from '@sluice/settings';

/** Settings whose hooks are also those of Codex and Gemini CLI, as in a session. */
export async function withPeerHooks(loaded: LoadedSettings): Promise<LoadedSettings> {
  const { cwd, home } = loaded;
  const files = await peerHookFiles({ cwd, home, readsUser: true, readsProject: true });
  if (files.length === 0) return loaded;
  const { values } = peerHooks(files, { events: GEMINI_EVENTS, tools: GEMINI_TOOLS }, loaded);
  return {
    ...loaded,
    traced: (key) => (key === 'hooks' ? [...loaded.traced(key), ...values] : loaded.traced(key)),
  };
}
