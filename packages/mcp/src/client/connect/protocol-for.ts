import { PROTOCOL_CHOICES, type ProtocolChoice, type ServerEntry } from '../../config/server-entry.ts';

/** The default for its kind: local programs are only probed if configured, since that starts them twice. */
export function protocolFor(
  { protocol, connection }: ServerEntry,
  variable: string | undefined,
): ProtocolChoice {
  if (connection.kind === 'sse' || connection.kind === 'client') return '2025-11-25';
  const given = protocol ?? PROTOCOL_CHOICES.find((one) => one === variable);
  return given ?? (connection.kind === 'http' ? 'auto' : '2025-11-25');
}
