import { STEP_DEFAULTS } from '@dispecerat/domain/search-rules'
import {
  aBalance,
  aClient,
  aCompany,
  aDispatcher,
  aDriver,
  anOrder,
  aTariff,
  aUser,
  type Ground,
  TOWN_SQUARE,
} from './builders.ts'

/** Stands in every text of the other company; no answer to us may hold it. */
export const CANARY = 'Canar de la Vecini'
export const FOREIGN_PHONE = '+40741000999'

/** Ids of one row of every kind. */
export interface Rows {
  companyId: number
  dispatcherEmail: string
  dispatcherId: number
  driverEmail: string
  driverId: number
  carId: number
  orderId: number
  clientId: number
  placeId: number
  roundId: number
  sessionId: number
  polygonId: number
  standId: number
  blockedPhoneId: number
  savedAddressId: number
  ownPlaceId: number
  priorityWindowId: number
  searchIntervalId: number
  searchMethodId: number
  replayId: number
  tariffId: number
  orderOptionId: number
  phoneLineId: number
  ledgerTransactionId: number
  discountId: number
  /** A protocol account and one of its invoices. */
  accountId: number
  invoiceId: number
  simulatedDriverId: number
  deviceId: number
  templateId: number
  announcementId: number
  incidentId: number
  letterId: number
  /** Of a caller the dispatcher of `orderId` talks to. */
  callId: number
  sipCallerId: string
}

/** A company with one row of everything a screen can show. `mark` is written into each text. */
export async function aFurnishedCompany(ground: Ground, mark: string, phone: string): Promise<Rows> {
  const { db, clock } = ground
  const now = clock.now()
  const { companyId } = await aCompany(ground, { name: mark })
  const dispatcher = await aDispatcher(ground, { companyId })
  const driver = await aDriver(ground, { companyId, at: TOWN_SQUARE })
  await db.updateTable('users').set({ name: mark }).where('id', 'in', [dispatcher.userId, driver.driverId]).execute()
  const protocol = await aUser(ground, { roles: ['company'], companyIds: [companyId], name: mark })
  await db.insertInto('protocol_companies').values({ user_id: protocol.userId, company_id: companyId }).execute()
  const { orderId } = await anOrder(ground, { companyId, dispatcherId: dispatcher.userId })
  const { clientId } = await aClient(ground, { companyIds: [companyId], phone, name: mark, about: mark })
  await db
    .updateTable('orders')
    .set({ address: mark, name: mark, client_phone: phone, phone, client_id: clientId })
    .where('id', '=', orderId)
    .execute()
  const place = await db
    .updateTable('order_places')
    .set({ name: mark })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    companyId,
    dispatcherEmail: dispatcher.email,
    dispatcherId: dispatcher.userId,
    driverEmail: driver.email,
    driverId: driver.driverId,
    carId: driver.carId,
    ledgerTransactionId: await aBalance(ground, { companyId, driverId: driver.driverId, bani: 12_345 }),
    accountId: protocol.userId,
    invoiceId: await anInvoice(ground, { companyId, accountId: protocol.userId, mark }),
    discountId: await aDiscount(ground, companyId, mark),
    orderId,
    clientId,
    placeId: place.id,
    roundId: await aRound(ground, orderId, driver.driverId),
    priorityWindowId: await aPriorityWindow(ground, companyId, driver.driverId),
    sessionId: await aSession(ground, dispatcher.userId),
    simulatedDriverId: await aSimulatedDriver(ground, companyId, mark),
    deviceId: await aDevice(ground, companyId, mark),
    ...(await aTalk(ground, { companyId, dispatcherId: dispatcher.userId, orderId, phone })),
    ...(await searchRules(ground, companyId, mark)),
    replayId: await aReplay(ground, companyId),
    ...(await whatIsSaid(ground, { companyId, driverId: driver.driverId, mark })),
    tariffId: await aTariff(ground, companyId, { name: mark }),
    orderOptionId: await anOption(ground, companyId, mark),
    phoneLineId: await aLine(ground, companyId, mark),
    ...(await furniture(ground, { companyId, mark, phone, now })),
  }
}

async function aTalk(
  { db, clock }: Ground,
  about: { companyId: number; dispatcherId: number; orderId: number; phone: string },
): Promise<Pick<Rows, 'callId' | 'sipCallerId'>> {
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
  return { callId, sipCallerId }
}

async function whatIsSaid(
  { db, clock }: Ground,
  { companyId: company_id, driverId: driver_id, mark }: { companyId: number; driverId: number; mark: string },
): Promise<Pick<Rows, 'templateId' | 'announcementId' | 'incidentId' | 'letterId'>> {
  const created_at = clock.now()
  const template = { company_id, text: mark, created_at }
  const notice = { company_id, title: mark, text: mark, audience: 'all', starts_at: created_at, created_at } as const
  const incident = { company_id, driver_id, type: 'other', text: mark, created_at } as const
  const letter = {
    company_id,
    kind: 'sms',
    recipient: FOREIGN_PHONE,
    text: mark,
    created_at,
    due_at: created_at,
  } as const
  const talk = await db
    .insertInto('conversations')
    .values({ company_id, interlocutor_id: driver_id, last_at: created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('messages')
    .values({ company_id, conversation_id: talk.id, sender_id: driver_id, message: mark, created_at })
    .execute()
  return {
    templateId: (await db.insertInto('message_templates').values(template).returning('id').executeTakeFirstOrThrow())
      .id,
    announcementId: (await db.insertInto('announcements').values(notice).returning('id').executeTakeFirstOrThrow()).id,
    incidentId: (await db.insertInto('incidents').values(incident).returning('id').executeTakeFirstOrThrow()).id,
    letterId: (await db.insertInto('outbox').values(letter).returning('id').executeTakeFirstOrThrow()).id,
  }
}

/** Off duty, known to the simulator screen. */
async function aSimulatedDriver(ground: Ground, companyId: number, mark: string): Promise<number> {
  const { driverId } = await aDriver(ground, { companyId })
  await ground.db.updateTable('users').set({ name: mark, is_simulated: true }).where('id', '=', driverId).execute()
  const { lat, long } = TOWN_SQUARE
  await ground.db
    .insertInto('simulated_drivers')
    .values({
      driver_id: driverId,
      company_id: companyId,
      start_lat: lat,
      start_long: long,
      created_at: ground.clock.now(),
    })
    .execute()
  return driverId
}

async function anInvoice(
  { db, clock }: Ground,
  { companyId, accountId, mark }: { companyId: number; accountId: number; mark: string },
): Promise<number> {
  const row = { company_id: companyId, protocol_user_id: accountId, kind: 'invoice', series: 'X', number: 1 } as const
  const days = { month: '2026-01-01', issued_on: '2026-02-01', due_on: '2026-03-01', created_at: clock.now() }
  const document = JSON.stringify({ note: mark, sums: { netBani: 100, vatBani: 0 } })
  return (
    await db
      .insertInto('invoices')
      .values({ ...row, ...days, document, payable_bani: 100 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

async function aDiscount({ db, clock }: Ground, companyId: number, mark: string): Promise<number> {
  const at = clock.now()
  const terms = { type: 'percent', hundredths: 1000, trigger: 'manual' } as const
  const row = { company_id: companyId, name: mark, ...terms, created_at: at, updated_at: at }
  return (await db.insertInto('discounts').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function aDevice({ db, clock }: Ground, companyId: number, mark: string): Promise<number> {
  const at = clock.now()
  const row = {
    install_id: `phone-${companyId}`,
    platform: 'android' as const,
    model: mark,
    created_at: at,
    last_seen_at: at,
  }
  return (
    await db
      .insertInto('devices')
      .values({ ...row, company_id: companyId })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

async function searchRules(
  { db, clock }: Ground,
  companyId: number,
  mark: string,
): Promise<Pick<Rows, 'searchIntervalId' | 'searchMethodId'>> {
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

async function aReplay({ db, clock }: Ground, companyId: number): Promise<number> {
  const now = clock.now()
  const ended = { status: 'failed', asked_at: now, beat_at: now, ended_at: now } as const
  const range = { range_from: new Date(now.getTime() - 3_600_000), range_to: now }
  const row = { company_id: companyId, rules: '{}', ...range, ...ended }
  return (await db.insertInto('search_replays').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function aPriorityWindow({ db, clock }: Ground, companyId: number, driverId: number): Promise<number> {
  const from = clock.now()
  const to = new Date(from.getTime() + 3_600_000)
  const row = { company_id: companyId, time_from: from, time_to: to, created_at: from }
  const { id } = await db.insertInto('users_intervals').values(row).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('users_interval_users').values({ interval_id: id, user_id: driverId }).execute()
  return id
}

async function aSession({ db, clock }: Ground, userId: number): Promise<number> {
  const at = clock.now()
  const expiresAt = new Date(at.getTime() + 3_600_000)
  const row = {
    token_hash: Buffer.alloc(32, userId % 251),
    user_id: userId,
    created_at: at,
    last_used_at: at,
    expires_at: expiresAt,
  }
  return (await db.insertInto('access_tokens').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function aRound({ db, clock }: Ground, orderId: number, driverId: number): Promise<number> {
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

async function furniture(
  { db }: Ground,
  { companyId, mark, phone, now }: { companyId: number; mark: string; phone: string; now: Date },
): Promise<Pick<Rows, 'polygonId' | 'standId' | 'blockedPhoneId' | 'savedAddressId' | 'ownPlaceId'>> {
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

async function anOption({ db }: Ground, companyId: number, mark: string): Promise<number> {
  const { id } = await db
    .insertInto('order_options')
    .values({ company_id: companyId, key: `c${companyId}_own`, name: mark })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function aLine({ db }: Ground, companyId: number, mark: string): Promise<number> {
  const number = `+40268${String(900_000 + companyId)}`
  const { id } = await db
    .insertInto('phone_lines')
    .values({ number, company_id: companyId, name: mark, created_at: new Date('2026-01-01T00:00:00Z') })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
