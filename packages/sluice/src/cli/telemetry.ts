import { errorText } from '@sluice/base';
import type { OpenTelemetry } from '@sluice/session';
import { leftOpen } from './left-open.ts';
import { readTelemetrySettings } from '../telemetry/telemetry-settings.ts';

/** The telemetry that the environment asks for. Undefined: none, and nothing of it is loaded. */
export function telemetryOf(
  env: Readonly<Record<string, string | undefined>>,
  say: (text: string) => void,
  version?: string,
): OpenTelemetry | undefined {
  const settings = readTelemetrySettings(env);
  if (settings === undefined) return undefined;
  for (const problem of settings.problems) say(problem);
  if (settings.traces === undefined && settings.metrics === undefined) return undefined;
  return async ({ sessionId }) => {
    try {
      const { openSessionTelemetry } = await import('../telemetry/open-session-telemetry.ts');
      return await openSessionTelemetry({ settings, env, sessionId, version, onUnsent: leftOpen.note });
    } catch (error) {
      say(`Telemetry is off, because it could not be started: ${errorText(error)}`);
      return undefined;
    }
  };
}
