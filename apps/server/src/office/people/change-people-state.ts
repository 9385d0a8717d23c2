import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { oneByOne } from '../../platform/db/one-by-one.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changePersonState } from './change-person-state.ts'

/** Closes or reopens many accounts, each in its own transaction. */
export function changePeopleState(server: Server, actor: Actor, ids: readonly UserId[], isActive: boolean) {
  return oneByOne(actor, ids, (one, id) => changePersonState(server, one, id, isActive))
}
