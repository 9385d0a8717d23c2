import { STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import type { CompanyId, DriverId, OrderId, RoundId } from '@dispecerat/domain/kernel/ids'
import type { Ground } from '../builders.ts'

export interface SearchRows {
  roundId: RoundId
  priorityWindowId: number
  searchIntervalId: number
  searchMethodId: number
  replayId: number
}

interface SearchAbout {
  companyId: CompanyId
  driverId: DriverId
  orderId: OrderId
  mark: string
}

/** A round that is offered to the driver, the company's search rules, a trial of them, and a priority of the driver. */
export async function searchRows(
  ground: Ground,
  { companyId, driverId, orderId, mark }: SearchAbout,
): Promise<SearchRows> {
  return {
    roundId: await aRound(ground, orderId, driverId),
    priorityWindowId: await aPriorityWindow(ground, companyId, driverId),
    ...(await searchRules(ground, companyId, mark)),
    replayId: await aReplay(ground, companyId),
  }
}

async function aRound({ db, clock }: Ground, orderId: OrderId, driverId: DriverId): Promise<RoundId> {
  const startedAt = clock.now()
  const endsAt = new Date(startedAt.getTime() + 20_000)
  const walk = await db
    .insertInto('search_walks')
    .values({
      order_id: orderId,
      walk_no: 1,
      steps: JSON.stringify([STEP_DEFAULTS]),
      started_at: startedAt,
      due_at: endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const round = await db
    .insertInto('search_rounds')
    .values({
      walk_id: walk.id,
      order_id: orderId,
      no: 1,
      step: JSON.stringify(STEP_DEFAULTS),
      started_at: startedAt,
      ends_at: endsAt,
      look_again_at: endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('search_offers')
    .values({
      round_id: round.id,
      order_id: orderId,
      driver_id: driverId,
      rank: 1,
      metres: 10,
      notified_at: startedAt,
      expires_at: endsAt,
    })
    .execute()
  return round.id
}

async function aPriorityWindow({ db, clock }: Ground, companyId: CompanyId, driverId: DriverId): Promise<number> {
  const from = clock.now()
  const to = new Date(from.getTime() + 3_600_000)
  const row = { company_id: companyId, time_from: from, time_to: to, created_at: from }
  const { id } = await db.insertInto('users_intervals').values(row).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('users_interval_users').values({ interval_id: id, user_id: driverId }).execute()
  return id
}

async function searchRules(
  { db, clock }: Ground,
  companyId: CompanyId,
  mark: string,
): Promise<Pick<SearchRows, 'searchIntervalId' | 'searchMethodId'>> {
  const { id: searchMethodId } = await db
    .insertInto('search_methods')
    .values({ company_id: companyId, updated_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rule = { company_id: companyId, search_method_id: searchMethodId, name: mark, type: 'weekdays' } as const
  const { id: searchIntervalId } = await db
    .insertInto('search_intervals')
    .values({ ...rule, sort_order: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { searchIntervalId, searchMethodId }
}

async function aReplay({ db, clock }: Ground, companyId: CompanyId): Promise<number> {
  const now = clock.now()
  const ended = { status: 'failed', asked_at: now, beat_at: now, ended_at: now } as const
  const range = { range_from: new Date(now.getTime() - 3_600_000), range_to: now }
  const row = { company_id: companyId, rules: '{}', ...range, ...ended }
  return (await db.insertInto('search_replays').values(row).returning('id').executeTakeFirstOrThrow()).id
}
