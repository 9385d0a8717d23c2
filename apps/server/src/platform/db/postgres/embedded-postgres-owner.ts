// Apart from embedded-postgres.ts: the tests' cluster takes ownership too.

import fs from 'node:fs'
import path from 'node:path'
import { processIdentity, stillRuns } from './process-identity.ts'

/*
 * Several servers may share one embedded PostgreSQL; one of them owns it and stops it when it stops itself. A server that finds a
 * PostgreSQL whose owner was killed becomes the owner, so that no orphan outlives the last clean stop.
 */

const me = () => processIdentity(process.pid) ?? String(process.pid)

export function takeOwnership(stateDir: string): void {
  fs.writeFileSync(ownerFile(stateDir), me())
}

export function ownerIsGone(stateDir: string): boolean {
  return !stillRuns(owner(stateDir))
}

/** Gives up the ownership; false when another living process has it. */
export function leaveOwnership(stateDir: string): boolean {
  if (owner(stateDir) !== me() && !ownerIsGone(stateDir)) return false
  fs.rmSync(ownerFile(stateDir), { force: true })
  return true
}

function ownerFile(stateDir: string): string {
  return path.join(stateDir, 'owner')
}

function owner(stateDir: string): string {
  try {
    return fs.readFileSync(ownerFile(stateDir), 'utf8')
  } catch {
    return ''
  }
}
