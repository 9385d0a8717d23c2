/** One row of a bench table: our figure beside the limit or peer measured in the same run. */
export interface BenchRow {
  what: string
  unit: string
  ours: number
  peer: number
  peerName: string
  /** 'lower' for times and sizes, 'higher' for throughput. */
  better: 'lower' | 'higher'
}

export interface BenchReport {
  title: string
  /** One sentence on what the cost grows with. */
  growsWith: string
  rows: BenchRow[]
  /** Printed under the table: why a row is missing, what was lost. */
  notes: string[]
}

export interface Bench {
  name: string
  run(): Promise<BenchReport>
}

/** The value below which `share` of the samples lie; nearest rank. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))
  return sorted[index] ?? Number.NaN
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}

/** Alternates both, A B A B …, so that a drifting machine affects them alike; each run yields one figure. */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<{ ours: number[]; peer: number[] }> {
  const figures = { ours: [] as number[], peer: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    figures.ours.push(await ours())
    figures.peer.push(await peer())
  }
  return figures
}

/** Our figure divided by the peer's: the better, the lower for a cost, the higher for a rate. */
export function ratio(row: BenchRow): number {
  return row.ours / row.peer
}

export function asMarkdown(report: BenchReport): string {
  const head = '| measured | ours | peer or limit | ratio |\n|---|---|---|---|'
  const lines = report.rows.map((row) => {
    const better = row.better === 'lower' ? '(lower is better)' : '(higher is better)'
    return `| ${row.what} | ${show(row.ours)} ${row.unit} | ${row.peerName}: ${show(row.peer)} ${row.unit} | ${shownRatio(row)} ${better} |`
  })
  const notes = report.notes.map((note) => `- ${note}`).join('\n')
  return `### ${report.title}\n\n${head}\n${lines.join('\n')}\n\nGrows with: ${report.growsWith}\n${notes ? `\n${notes}\n` : ''}`
}

function shownRatio(row: BenchRow): string {
  const times = ratio(row)
  return Number.isFinite(times) ? `${times.toFixed(2)}×` : '—'
}

function show(figure: number): string {
  if (!Number.isFinite(figure)) return '—'
  if (figure === 0) return '0'
  if (figure >= 1000) return Math.round(figure).toLocaleString('en-US')
  return figure >= 100 ? figure.toFixed(0) : figure.toPrecision(3)
}
