import { PROBLEMS } from '@dispecerat/contract/problems'
import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import type { Actor } from './actor.ts'

interface Outcome {
  id: number
  ok: boolean
  /** Why not. */
  message: string | null
}

/** Changes many rows, each in a transaction of its own: one that may not be touched leaves the others to their fate. */
export async function oneByOne(
  actor: Actor,
  ids: readonly number[],
  change: (actor: Actor, id: number) => Promise<unknown>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const id of new Set(ids)) {
    try {
      await change({ ...actor, once: onceFor(actor, id) }, id)
      outcomes.push({ id, ok: true, message: null })
    } catch (error) {
      outcomes.push({ id, ok: false, message: reasonOf(error) })
    }
  }
  return outcomes
}

/** One key of a request stands for many writes. */
function onceFor({ once }: Actor, id: number): Actor['once'] {
  return once && { key: `${once.key}:${id}`, fingerprint: once.fingerprint }
}

/** In the words of the trade; anything else is a bug and goes on. */
function reasonOf(error: unknown): string {
  if (error instanceof FieldErrors) return Object.values(error.fields).flat().join('. ')
  if (error instanceof DomainError) return PROBLEMS[error.code].message
  throw error
}
