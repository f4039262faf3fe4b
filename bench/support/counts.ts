/** How often each stage, event or tool was really at work. Plain numbers, so that counting costs nothing that shows. */
export type Counts = Record<string, number>;

/** Names what ran fewer times than calls were made; undefined when all of it ran. */
export function shortfall(counts: Readonly<Counts>, calls: number): string | undefined {
  const missing = Object.entries(counts).filter(([, count]) => count < calls);
  if (missing.length === 0) return undefined;
  const list = missing.map(([stage, count]) => `${stage} ${count}`).join(', ');
  return `of ${calls} calls only these ran: ${list}`;
}
