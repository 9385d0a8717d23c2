import type { CallId, CompanyId, OrderId, StandId, UserId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { type Ground, TOWN_SQUARE } from '../builders.ts'

export interface DispatcherRows {
  polygonId: ZoneId
  standId: StandId
  blockedPhoneId: number
  savedAddressId: number
  ownPlaceId: number
  orderOptionId: number
  phoneLineId: number
  /** Id of the call between a caller and the dispatcher of `orderId`. */
  callId: CallId
  sipCallerId: string
  missedCallId: CallId
}

interface DispatcherRowsInput {
  companyId: CompanyId
  dispatcherId: UserId
  orderId: OrderId
  phone: string
  mark: string
}

/** Rows of the dispatcher's workspace: a call, places on the map, phones and the company's settings. */
export async function dispatcherRows(ground: Ground, about: DispatcherRowsInput): Promise<DispatcherRows> {
  const { companyId, mark } = about
  return {
    ...(await aTalk(ground, about)),
    ...(await furniture(ground, about)),
    orderOptionId: await anOption(ground, companyId, mark),
    phoneLineId: await aLine(ground, companyId, mark),
  }
}

async function aTalk(
  { db, clock }: Ground,
  about: { companyId: CompanyId; dispatcherId: UserId; orderId: OrderId; phone: string },
): Promise<Pick<DispatcherRows, 'callId' | 'sipCallerId' | 'missedCallId'>> {
  const sipCallerId = `talk-${about.orderId}`
  const { id: callId } = await db
    .insertInto('calls')
    .values({
      company_id: about.companyId,
      phone: about.phone,
      sip_caller_id: sipCallerId,
      state: 'started',
      dispatcher_id: about.dispatcherId,
      order_id: about.orderId,
      rang_at: clock.now(),
      started_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const missed = { company_id: about.companyId, phone: about.phone, state: 'ended', is_missed: true } as const
  const { id: missedCallId } = await db
    .insertInto('calls')
    .values({ ...missed, rang_at: clock.now(), ended_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { callId, sipCallerId, missedCallId }
}

async function furniture(
  { db, clock }: Ground,
  { companyId, mark, phone }: { companyId: CompanyId; mark: string; phone: string },
): Promise<Pick<DispatcherRows, 'polygonId' | 'standId' | 'blockedPhoneId' | 'savedAddressId' | 'ownPlaceId'>> {
  const now = clock.now()
  const { lat, long } = TOWN_SQUARE
  const ring = [
    [-1, -1],
    [-1, 1],
    [1, 1],
    [1, -1],
  ].map(([north = 0, east = 0]) => ({ lat: lat + north / 100, long: long + east / 100 }))
  const polygon = await db
    .insertInto('polygons')
    .values({ company_id: companyId, name: mark, paths: JSON.stringify(ring), area_m2: 3e6, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stand = await db
    .insertInto('stands')
    .values({ company_id: companyId, name: mark, lat, long, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('services')
    .values({ id: 1000 + companyId, company_id: companyId, name: mark, code: 'own' })
    .execute()
  const blocked = await db
    .insertInto('blocked_phones')
    .values({ company_id: companyId, phone, reason: mark, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const saved = await db
    .insertInto('saved_addresses')
    .values({
      company_id: companyId,
      phone,
      name: mark,
      lat,
      long,
      lat_e5: Math.round(lat * 1e5),
      long_e5: Math.round(long * 1e5),
      last_used_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const own = await db
    .insertInto('internal_places')
    .values({ company_id: companyId, place_id: 'own', name: mark, lat, lng: long, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    polygonId: polygon.id,
    standId: stand.id,
    blockedPhoneId: blocked.id,
    savedAddressId: saved.id,
    ownPlaceId: own.id,
  }
}

async function anOption({ db }: Ground, companyId: CompanyId, mark: string): Promise<number> {
  const { id } = await db
    .insertInto('order_options')
    .values({ company_id: companyId, key: `c${companyId}_own`, name: mark })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function aLine({ db }: Ground, companyId: CompanyId, mark: string): Promise<number> {
  const number = `+40268${String(900_000 + companyId)}`
  const at = new Date('2026-01-01T00:00:00Z')
  const { id } = await db
    .insertInto('phone_lines')
    .values({ number, company_id: companyId, name: mark, created_at: at, verified_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
