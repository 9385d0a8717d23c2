import { PROBLEMS } from '@dispecerat/contract/problems'
import { DomainError } from '@dispecerat/domain/errors'
import type { Caller } from '../db/caller.ts'
import type { Server } from '../server.ts'
import { changePersonState } from './change-person-state.ts'

interface Outcome {
  id: number
  ok: boolean
  /** Why not. */
  message: string | null
}

/** Closes or opens many accounts, each in a transaction of its own: one that may not be touched leaves the others to their fate. */
export async function changePeopleState(
  server: Server,
  caller: Caller,
  ids: readonly number[],
  isActive: boolean,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const id of new Set(ids)) {
    try {
      await changePersonState(server, { ...caller, once: onceFor(caller, id) }, id, isActive)
      outcomes.push({ id, ok: true, message: null })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      outcomes.push({ id, ok: false, message: PROBLEMS[error.code].message })
    }
  }
  return outcomes
}

/** One key of a request stands for many writes. */
function onceFor({ once }: Caller, id: number): Caller['once'] {
  return once && { key: `${once.key}:${id}`, fingerprint: once.fingerprint }
}
