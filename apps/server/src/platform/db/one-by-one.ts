import { PROBLEMS } from '@dispecerat/contract/kernel/problems'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { Actor } from './actor.ts'

interface Outcome {
  id: number
  ok: boolean
  /** The reason of a failure. */
  message: string | null
}

/** Changes many rows, each in its own transaction: a row that cannot be changed does not stop the others. */
export async function oneByOne<Id extends number>(
  actor: Actor,
  ids: readonly Id[],
  change: (actor: Actor, id: Id) => Promise<unknown>,
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

/** One key of the request covers many writes, so each gets a key of its own. */
function onceFor({ once }: Actor, id: number): Actor['once'] {
  return once && { key: `${once.key}:${id}`, fingerprint: once.fingerprint }
}

/** The Romanian message of a domain error; any other error is a bug and is rethrown. */
function reasonOf(error: unknown): string {
  if (error instanceof FieldErrors) return Object.values(error.fields).flat().join('. ')
  if (error instanceof DomainError) return PROBLEMS[error.code].message
  throw error
}
