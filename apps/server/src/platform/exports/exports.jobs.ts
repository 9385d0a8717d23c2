import { runEvery } from '../lifecycle/run-every.ts'
import type { Server } from '../lifecycle/server.ts'
import { ExportFiles } from './export-files.ts'

const EVERY_MS = 5 * 60_000

/** Removes exports older than a day, and files whose row an erasure deleted. */
export function startExportJobs(server: Server, folder: string): { stop(): Promise<void> } {
  const files = new ExportFiles(server, folder)
  return runEvery(server, { everyMs: EVERY_MS, run: () => files.removeOld(), failed: 'old exports were not removed' })
}
