import type { HttpLimits } from '../run/http-limits.ts';
import type { HookReport } from './hook-report.ts';
import type { HookSessionContext } from './hook-session-context.ts';

/** What the handlers of a session share. */
export interface HookContext extends HookSessionContext {
  /** Absolute: where the session started. */
  readonly projectRoot: string;
  /** What `~` stands for in the paths of calls. */
  readonly home: string | undefined;
  readonly http: HttpLimits;
  /** Truncates a text that is too long, and saves the whole. */
  readonly clip: (text: string) => Promise<string>;
  /** Handlers with `once` that have run. */
  readonly ranOnce: Set<string>;
  readonly onRun?: (report: HookReport) => void;
}
