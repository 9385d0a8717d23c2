import type { SearchRules } from '@dispecerat/contract/dispatch/search-rules'
import { intervalFromWire } from '@dispecerat/contract/dispatch/search-steps'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { chosenCompanyOf, intervalViews } from '../search-rules/search-rules.public.ts'
import { checkedRange, checkedRules } from './check-trial.ts'
import { insertRun } from './replay-runs.store.ts'
import type { ReplayRuns } from './replay-runs.ts'

interface Input {
  company_id?: CompanyId | undefined
  rules: SearchRules
  from?: string | undefined
  to?: string | undefined
}

/** Replays rules beside the saved ones; one run of a company at a time. */
export async function startReplay(
  server: Server,
  runs: ReplayRuns,
  actor: Actor,
  input: Input,
): Promise<{ replayId: number }> {
  const changed = checkedRules(input.rules)
  const range = checkedRange(input, server.clock.now())
  await runs.failSilent()
  let begin: (() => void) | null = null
  const started = await write(server, actor, async (tx) => {
    const companyId = await chosenCompanyOf(tx, actor, input.company_id)
    const saved = { intervals: (await intervalViews(tx, companyId)).map(intervalFromWire) }
    const run = { companyId, askedBy: actor.userId, ...range, rules: changed }
    const replayId = await insertRun(tx, run, server.clock.now())
    if (replayId === null) throw new DomainError('replay.already_running')
    begin = () => runs.begin({ replayId, companyId, ...range, saved, changed })
    return { replayId }
  })
  // The row is committed only now, so that heartbeats find it; a repeated request returns it without starting anything.
  ;(begin as (() => void) | null)?.()
  return started
}
