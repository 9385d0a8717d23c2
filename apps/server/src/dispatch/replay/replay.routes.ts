import * as contract from '@dispecerat/contract/dispatch/replays'
import { asId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { chosenCompanyOf } from '../search-rules/search-rules.public.ts'
import type { ReplayRuns } from './replay-runs.ts'
import { lastReplays, replayView } from './replays.views.ts'
import { startReplay } from './start-replay.ts'

export function replayRoutes(http: FastifyInstance, server: Server, runs: ReplayRuns): void {
  const { db } = server

  mount(http, server, contract.startReplay, async ({ actor, body }) => {
    const { replayId } = await startReplay(server, runs, actor, body)
    return { data: await replayView(db, actor.scope, replayId) }
  })

  mount(http, server, contract.listReplays, async ({ actor, query }) => ({
    data: await lastReplays(db, await chosenCompanyOf(db, actor, query.company_id)),
  }))

  mount(http, server, contract.readReplay, async ({ actor, params }) => ({
    data: await replayView(db, actor.scope, params.id),
  }))

  mount(http, server, contract.cancelReplay, async ({ actor, params }) => {
    const { company_id } = await replayView(db, actor.scope, params.id)
    await runs.cancel(params.id, asId(company_id))
    return { data: await replayView(db, actor.scope, params.id) }
  })
}
