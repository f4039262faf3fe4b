/** Fields that every message of the Messages API has, for features that Sluice doesn't ask for. */
export const UNREPORTED_FIELDS = {
  container: null,
  context_management: null,
  diagnostics: null,
  stop_details: null,
} as const;
