import { isCopyOf, peakMemory, processTree } from './process-memory.ts';

/** Notes the peak, in kilobytes, of the process and of each below it; called again and again, it keeps the highest. */
export function samplePeaks(root: number, peaks: Map<number, number>): Map<number, number> {
  for (const pid of processTree(root)) {
    // Looked at before the memory: once it is another program, it stays one.
    if (isCopyOf(root, pid)) continue;
    const peak = peakMemory(pid);
    if (peak !== undefined) peaks.set(pid, Math.max(peak, peaks.get(pid) ?? 0));
  }
  return peaks;
}

export function sumOf(peaks: ReadonlyMap<number, number>): number {
  return [...peaks.values()].reduce((total, peak) => total + peak, 0);
}
