/** What is told of a session in a report: everything in it has left by the exit, masked and redacted. */
export interface ReportData {
  session: string;
  engine: string;
  url: string;
  title: string;
  generatedAt: number;
  startedAt: number;
  note?: string;
  viewport: { width: number; height: number };
  calls: ReportCall[];
  console: ReportLine[];
  network: ReportRequest[];
  questions: ReportQuestion[];
  downloads: { name: string; bytes: number }[];
  /** What tools made in this session: pictures, archives, videos. */
  files: { kind: string; path: string; bytes: number; modifiedAt: number }[];
  metrics: { callsByTool: Record<string, number>; durationMsByTool: Record<string, number>; errorsByTool: Record<string, number>; tokensEstimateSum: number; capabilityDenials: number };
  /** Files of pictures by the ids that calls name. */
  pictures: Record<string, string>;
}

export interface ReportCall {
  id: string;
  parent?: string;
  client: string;
  tool: string;
  subject?: string;
  ts: number;
  ms: number;
  ok: boolean;
  error?: string;
  changed?: string[];
  /** Ids of pictures. */
  before?: string;
  after?: string;
}

export interface ReportLine {
  ts: number;
  level: string;
  text: string;
  count: number;
  uncaught?: true;
}

export interface ReportRequest {
  id: string;
  method: string;
  url: string;
  type: string;
  status: number | null;
  startedAt: number;
  ms: number | null;
  bytes?: number;
  error?: string;
}

export interface ReportQuestion {
  askedAt: number;
  kind: string;
  prompt: string;
  about: string;
  outcome: string;
  answeredIn?: string;
}
