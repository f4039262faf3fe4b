import type { HttpLimits } from '../run/http-limits.ts';
import type { HookReport } from './hook-report.ts';
import type { HookSurroundings } from './hook-surroundings.ts';

/** All that the handlers of one session have in common. */
export interface HookContext extends HookSurroundings {
  /** Absolute: where the session began. */
  readonly projectRoot: string;
  /** What `~` stands for in the paths of calls. */
  readonly home: string | undefined;
  readonly http: HttpLimits;
  /** Cuts a text that is too long, and keeps the whole. */
  readonly clip: (text: string) => Promise<string>;
  /** Handlers with `once` that have run. */
  readonly ranOnce: Set<string>;
  readonly onRun?: (report: HookReport) => void;
}
