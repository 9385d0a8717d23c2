import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { processIdentity, stillRuns } from './process-identity.ts'

/**
 * Runs the work while no other process holds the same lock file. A lock whose holder died is taken over. It only avoids duplicate work:
 * PostgreSQL's own lock file keeps two servers off one data directory.
 */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const mine = processIdentity(process.pid) ?? String(process.pid)
  while (!take(file, mine)) {
    const holder = readOrEmpty(file)
    if (holder !== '' ? !stillRuns(holder) : ageSeconds(file) > 5) fs.rmSync(file, { force: true })
    else await sleep(50)
  }
  try {
    return await work()
  } finally {
    if (readOrEmpty(file) === mine) fs.rmSync(file, { force: true })
  }
}

function take(file: string, mine: string): boolean {
  try {
    fs.writeFileSync(file, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readOrEmpty(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function ageSeconds(file: string): number {
  try {
    return (Date.now() - fs.statSync(file).mtimeMs) / 1000
  } catch {
    return 0
  }
}
