import { lookEvery } from '../look-every.ts'
import type { Server } from '../server.ts'
import { ExportFiles } from './export-files.ts'

const HOUR_MS = 3_600_000

/** Once an hour: exports older than a day. */
export function startExportJobs(server: Server, folder: string): { stop(): Promise<void> } {
  const files = new ExportFiles(server, folder)
  return lookEvery(server, { everyMs: HOUR_MS, look: () => files.removeOld(), failed: 'old exports were not removed' })
}
