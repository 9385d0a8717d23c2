import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { CallAtExchange, Telephony } from '../../adapters/telephony/telephony.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { findCallBySip, findStartedCall, lockCall, lockLines, saveTransferred } from '../calls/calls.store.ts'
import { holdLine } from '../lines/change-line.ts'
import { lockStartedLine } from '../lines/started-line.ts'
import { callEvent } from './call-events.ts'
import { type OpenCall, openCallsOf, orphanedCalls, saveBeat } from './exchange-calls.store.ts'
import { handleAnswer } from './handle-answer.ts'
import { handleHold } from './handle-hold.ts'
import { ringIn } from './ring-in.ts'
import { handleEnd } from './subscribe-to-exchange.ts'
import type { TelephonyContext } from './telephony-context.ts'

/** One difference between the exchange and the rows, with the change that removes it. */
interface Difference {
  key: string
  /** `isFirst`: found by the first comparison after a start, at two moments close together. */
  settle(isFirst: boolean): Promise<void> | void
}

/**
 * Compares the exchange with the rows periodically: after a start, a lost connection or a lost event they differ, and the exchange is
 * right. A difference is settled only when a second comparison finds it again, because an event on its way may settle it. The first run
 * compares twice at once, because rows without a call should not wait for the next one.
 */
export class Reconciliation {
  readonly #server: Server
  readonly #telephonyContext: TelephonyContext
  readonly #testNumbers: readonly string[]
  /** null before the first comparison. */
  #seen: ReadonlySet<string> | null = null

  constructor(server: Server, telephonyContext: TelephonyContext, testNumbers: readonly string[]) {
    this.#server = server
    this.#telephonyContext = telephonyContext
    this.#testNumbers = testNumbers
  }

  async run(): Promise<void> {
    const { db, clock } = this.#server
    const { telephony, name } = this.#telephonyContext
    for (const { sipCallerId } of await orphanedCalls(db, name, clock.now())) await this.#end(sipCallerId)
    if (!telephony || name === null) return
    await saveBeat(db, name, clock.now())
    const isFirst = this.#seen === null
    const seen = this.#seen ?? keysOf(await this.#compare(telephony, name))
    const differences = seen && (await this.#compare(telephony, name))
    if (!seen || !differences) return
    for (const { key, settle } of differences) if (seen.has(key)) await settle(isFirst)
    this.#seen = keysOf(differences)
  }

  /** null: the exchange does not respond. */
  async #compare(telephony: Telephony, name: string): Promise<Difference[] | null> {
    const theirs = await telephony.snapshot()
    if (!theirs) return null
    const ours = await openCallsOf(this.#server.db, name)
    const [rows, calls] = [bySip(ours), bySip(theirs)]
    const gone = ours
      .filter(({ sipCallerId }) => !calls.has(sipCallerId))
      .map(({ sipCallerId }) => ({ key: `gone ${sipCallerId}`, settle: () => this.#end(sipCallerId) }))
    const others = theirs.flatMap((call) => {
      const row = rows.get(call.sipCallerId)
      return row ? this.#differences(row, call) : [this.#unknown(call)]
    })
    return [...gone, ...others]
  }

  #end(sipCallerId: string): Promise<void> {
    return handleEnd(this.#server, sipCallerId, 'connection_lost')
  }

  /** It rang while the server was down; or the server ended it and the exchange missed that. */
  #unknown({ sipCallerId, outer, ...call }: CallAtExchange): Difference {
    const settle = async (isFirst: boolean) => {
      const { telephony, name } = this.#telephonyContext
      const known = await findCallBySip(this.#server.db, SYSTEM.scope, sipCallerId)
      // The row is open by now: its event arrived after the rows were read.
      if (known) return known.state === 'ended' ? telephony?.hangUp(sipCallerId, 'call_ended') : undefined
      // Dialled, perhaps at this moment.
      if (!outer) return isFirst ? undefined : telephony?.hangUp(sipCallerId, 'connection_lost')
      const isTest = this.#testNumbers.includes(outer.phone)
      const ring = { companyId: outer.companyId, phone: outer.phone, sipCallerId, isTest, exchange: name }
      const { refusal } = await ringIn(this.#server, ring)
      if (refusal) telephony?.hangUp(sipCallerId, refusal)
      else if (call.userId !== null) await handleAnswer(this.#server, { sipCallerId, userId: call.userId })
    }
    return { key: `unknown ${sipCallerId}`, settle }
  }

  #differences(row: OpenCall, { sipCallerId, userId, isHeld }: CallAtExchange): Difference[] {
    if (userId === null) return []
    const server = this.#server
    if (row.state === 'pending') {
      if (row.answeredBy === userId) return []
      return [{ key: `answered ${sipCallerId} ${userId}`, settle: () => handleAnswer(server, { sipCallerId, userId }) }]
    }
    if (row.dispatcherId !== userId) {
      return [{ key: `moved ${sipCallerId} ${userId}`, settle: () => moveRow(server, sipCallerId, userId) }]
    }
    if (isHeld === (row.state === 'on_hold')) return []
    if (isHeld)
      return [{ key: `held ${sipCallerId}`, settle: () => handleHold(server, { type: 'held', sipCallerId, userId }) }]
    return [{ key: `resumed ${sipCallerId}`, settle: () => heldOrResumed(server, sipCallerId, userId) }]
  }
}

function keysOf(differences: readonly Difference[] | null): ReadonlySet<string> | null {
  return differences && new Set(differences.map(({ key }) => key))
}

function bySip<T extends { sipCallerId: string }>(calls: readonly T[]): Map<string, T> {
  return new Map(calls.map((call) => [call.sipCallerId, call]))
}

/**
 * The phone talks on a call that should be on hold: when the dispatcher also has another active call, the browser is told again to hold
 * this one.
 */
async function heldOrResumed(server: Server, sipCallerId: string, userId: UserId): Promise<void> {
  const other = await findStartedCall(server.db, userId)
  if (!other) return handleHold(server, { type: 'resumed', sipCallerId, userId })
  await write(server, SYSTEM, async (tx) => {
    const call = await findCallBySip(tx, SYSTEM.scope, sipCallerId)
    if (call?.state === 'on_hold') await record(tx, [callEvent('client_call_held', call)], server.clock.now())
    return {}
  })
}

/** The audio was moved to a colleague, and the process died before the row was updated. */
async function moveRow(server: Server, sipCallerId: string, userId: UserId): Promise<void> {
  await write(server, SYSTEM, async (tx) => {
    await lockLines(tx, userId)
    const seen = await findCallBySip(tx, SYSTEM.scope, sipCallerId)
    if (!seen) return {}
    const talking = await lockStartedLine(tx, userId)
    const call = await lockCall(tx, seen.id)
    if (!call || call.state === 'ended' || call.state === 'pending' || call.dispatcherId === userId) return {}
    const now = server.clock.now()
    const held = talking ? await holdLine(tx, { ...talking, by: SYSTEM, now }) : []
    await saveTransferred(tx, call, userId)
    await record(tx, [...held, callEvent('client_call_transferred', call)], now)
    return {}
  })
}
