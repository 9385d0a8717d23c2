import type { Role } from '@dispecerat/domain/identity/permissions'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { pino } from 'pino'
import { embeddedGeocoder } from '../../adapters/geocoding/embedded-geocoder.ts'
import type { Geocoder } from '../../adapters/geocoding/geocoding.ts'
import { loadSchematicCity } from '../../adapters/map-import/schematic/schematic-city.ts'
import { addressesRoutes } from '../../geography/addresses/addresses.routes.ts'
import { rememberAddress, type UsedPlace } from '../../geography/saved-addresses/saved-addresses.public.ts'
import { savedAddressesRoutes } from '../../geography/saved-addresses/saved-addresses.routes.ts'
import { DomainEvents } from '../../platform/db/domain-events.ts'
import { LostCommits } from '../../platform/db/lost-commits.ts'
import { openSeal } from '../../platform/db/seal.ts'
import type { Login } from '../../platform/http/authenticate.ts'
import { createHttp } from '../../platform/http/http-server.ts'
import { aDatabase } from '../database/test-database.ts'
import { TestClock } from '../test-clock.ts'

export const TAXI = asId<CompanyId>(11)
export const RIVAL = asId<CompanyId>(12)
export const PHONE = '+40722333444'
export const HOME: UsedPlace = {
  name: 'Strada Lungă 12, Brașov',
  lat: 45.65,
  long: 25.58,
  placeId: 'gz_1_12',
  comment: null,
  bloc: null,
  scara: null,
  reper: 'poarta verde',
}

/** Tokens by the name of the user who sends the request. */
const LOGINS: Record<string, Login> = {
  dispatcher: login(asId<UserId>(1), ['dispatcher'], [TAXI]),
  rival: login(asId<UserId>(2), ['dispatcher'], [RIVAL]),
  'of-both': login(asId<UserId>(2), ['dispatcher'], [RIVAL, TAXI]),
  admin: login(asId<UserId>(3), ['admin'], 'every'),
  'admin-elsewhere': { ...login(asId<UserId>(3), ['admin'], 'every'), tokenId: 33 },
  driver: login(asId<UserId>(4), ['driver'], [TAXI]),
  client: { ...login(asId<UserId>(5), ['client'], []), scope: { companies: [], ownUserId: asId<UserId>(5) } },
}

function login(userId: UserId, roles: Role[], companies: CompanyId[] | 'every'): Login {
  return { tokenId: userId, userId, roles, scope: { companies, ownUserId: null } }
}

export type AddressFixture = Awaited<ReturnType<typeof createAddressFixture>>

/** The address service over the schematic city, for two companies; it answers injected requests. */
export async function createAddressFixture() {
  const database = await aDatabase()
  const { db } = database
  const clock = new TestClock('2026-03-01T10:00:00Z')
  await loadSchematicCity(db, clock.now())
  await sql`insert into companies (id, name, created_at) values (${TAXI}, 'Taxi', now()), (${RIVAL}, 'Rivalul', now())`.execute(
    db,
  )
  for (const id of [1, 2, 3, 4, 5])
    await sql`insert into users (id, email, created_at) values (${id}, ${`u${id}@demo.ro`}, now())`.execute(db)

  const log = pino({ level: 'silent' })
  const geocoder: Geocoder = embeddedGeocoder(db)
  const seal = openSeal({ secrets: { key: Buffer.alloc(32), oldKeys: [], keyFile: null } })
  const server = {
    db,
    clock,
    log,
    domainEvents: new DomainEvents(),
    seal,
    sipDomain: 'proba.local',
    lostCommits: new LostCommits(),
    committed: () => undefined,
    geocoder,
  }
  const findLogin = async (token: string) => LOGINS[token] ?? null
  const http = await createHttp({
    log,
    findLogin,
    publicOrigins: [],
    consoleDist: '/no-console',
    answered: () => undefined,
  })
  addressesRoutes(http, server)
  savedAddressesRoutes(http, server)

  return {
    server,
    clock,
    async ask(who: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: Record<string, unknown>) {
      const headers = { authorization: `Bearer ${who}` }
      const answer = await http.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
      return { status: answer.statusCode, json: answer.body ? answer.json() : null, headers: answer.headers }
    },
    /** PHONE orders from an address of this company. */
    use(userId: UserId | null, companyId: CompanyId, place: Partial<UsedPlace> = {}) {
      const used = { companyId, phone: PHONE, userId, place: { ...HOME, ...place } }
      return db.transaction().execute((tx) => rememberAddress(tx, used, clock.now()))
    },
    /** Makes PHONE (user 5) a client of the company. */
    async knows(companyId: CompanyId) {
      await sql`update users set phone = ${PHONE} where id = 5`.execute(db)
      await sql`insert into company_clients (company_id, user_id, created_at) values (${companyId}, 5, ${clock.now()})
        on conflict do nothing`.execute(db)
    },
    /** Resets the fixture: removes added rows, restores the geocoder and advances the clock by a minute. */
    async startAgain() {
      clock.pass(60)
      server.geocoder = embeddedGeocoder(db)
      await sql`delete from internal_places`.execute(db)
      await sql`delete from saved_addresses`.execute(db)
      await sql`delete from audit_log`.execute(db)
      await sql`delete from company_clients`.execute(db)
    },
    async close() {
      await http.close()
      await database.close()
    },
  }
}
