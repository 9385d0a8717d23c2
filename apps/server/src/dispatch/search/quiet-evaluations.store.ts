import type { RoundId, WalkId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { UNREAD } from '../../platform/db/hasten-client.ts'

/** An evaluation that changed nothing except its next due time. */
export interface QuietEvaluation {
  walkId: WalkId
  dueAt: Date
  rounds: readonly { roundId: RoundId; nextEvaluationAt: Date }[]
}

/** Writes the next due times of many walks in one statement. */
export async function saveQuietEvaluations(tx: Tx, evaluations: readonly QuietEvaluation[]): Promise<void> {
  if (evaluations.length === 0) return
  const rounds = evaluations.flatMap((evaluation) => evaluation.rounds)
  await sql`
    ${UNREAD} with looked as (
      update search_rounds as round set look_again_at = next.look_again_at
      from unnest(${rounds.map(({ roundId }) => roundId)}::bigint[],
        ${rounds.map(({ nextEvaluationAt }) => nextEvaluationAt)}::timestamptz[]) as next(id, look_again_at)
      where round.id = next.id
    )
    update search_walks as walk set due_at = next.due_at, failures = 0
    from unnest(${evaluations.map(({ walkId }) => walkId)}::bigint[], ${evaluations.map(({ dueAt }) => dueAt)}::timestamptz[])
      as next(id, due_at)
    where walk.id = next.id
  `.execute(tx)
}
