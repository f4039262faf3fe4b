export { collectTrace } from './collect/collect-trace.ts';
export type { TraceSource } from './collect/collect-trace.ts';
export type {
  TraceAgent,
  TraceCall,
  TraceData,
  TraceItem,
  TraceTurn,
  TraceUsage,
} from './data/trace-data.ts';
export { escapeJson, renderPage } from './page/render-page.ts';
