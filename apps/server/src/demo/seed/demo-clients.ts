import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import { CLIENTS, STAFF, TAXI_COMPANY } from './demo-accounts.ts'
import { aName, numbers, type SeedInput } from './demo-people.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'
import { aLandmark, anAddress, type DemoAddress } from './demo-streets.ts'

export interface DemoClient {
  id: UserId
  phone: string
  name: string
  /** Relative frequency of calls. */
  weight: number
  /** The first is the client's home, which is used most. */
  addresses: DemoAddress[]
  /** The protocol company that the client belongs to. */
  accountId: UserId | null
  about: string | null
}

const DAY_MS = 86_400_000

const NOTES = [
  'Doamnă în vârstă, are nevoie de ajutor la ușă',
  'Sună cu 5 minute înainte',
  'Are cățel mic',
  'Cere bon fiscal',
  'Plătește cu cardul',
  'Preferă mașină fără fumători',
  'Coboară repede, nu claxonați',
  'Scaun cu rotile pliabil',
  'A reclamat o întârziere luna trecută',
  'Client vechi, atenție la adresă: intrarea prin spate',
]

/** Index in the list of clients → the protocol company of that client. */
const ACCOUNT_OF: Readonly<Record<number, UserId>> = { 7: STAFF.protocol, 23: STAFF.clinic }

/** Clients with a random weight: some call every day, most now and then. */
export function demoClients(from: SeededRandom): DemoClient[] {
  const random = from.fork('clients')
  return numbers(CLIENTS).map((id, index) => {
    const accountId = ACCOUNT_OF[index] ?? null
    return {
      id,
      phone: `+40700300${id}`,
      name: aName(random, 62),
      weight: 1 / (1 + random.whole(0, 60) / 6),
      addresses: someAddresses(random),
      accountId,
      about: accountId ? 'Decont pe companie' : random.chance(16) ? random.pick(NOTES) : null,
    }
  })
}

function someAddresses(random: SeededRandom): DemoAddress[] {
  const count = random.weighted([
    [1, 40],
    [2, 32],
    [3, 18],
    [4, 10],
  ] as const)
  const home = anAddress(random)
  const others = Array.from({ length: count - 1 }, () => (random.chance(30) ? aLandmark(random) : anAddress(random)))
  const named = new Map([home, ...others].map((address) => [address.name, address]))
  return [...named.values()]
}

/** Clients as users, their records at the taxi company, and their saved addresses with falling use counts. */
export function clientRows({ now, random: from }: SeedInput, clients: readonly DemoClient[]): SeedRows {
  const random = from.fork('saved addresses')
  const known = clients.map((client) => ({
    ...client,
    created_at: new Date(now.getTime() - random.whole(31, 380) * DAY_MS),
  }))
  return {
    users: known.map(({ id, phone, created_at }) => ({ id, phone, is_active: true, is_simulated: false, created_at })),
    user_roles: clients.map(({ id }) => ({ user_id: id, role: 'client' as const })),
    company_clients: known.map(({ id, name, about, accountId, created_at }) => ({
      company_id: TAXI_COMPANY,
      user_id: id,
      name,
      about,
      protocol_parent_user_id: accountId,
      created_at,
    })),
    saved_addresses: clients.flatMap((client) => savedAddresses(client, now, random)),
    blocked_phones: blockedPhones(now),
  }
}

function savedAddresses(
  { id, phone, addresses }: DemoClient,
  now: Date,
  random: SeededRandom,
): SeedRow<'saved_addresses'>[] {
  let uses = random.whole(20, 90)
  return addresses.map(({ name, lat, long, bloc, scara, reper }) => {
    uses = Math.max(1, Math.floor(uses * random.between(0.3, 0.7)))
    return {
      company_id: TAXI_COMPANY,
      phone,
      user_id: id,
      name,
      lat,
      long,
      lat_e5: Math.round(lat * 1e5),
      long_e5: Math.round(long * 1e5),
      bloc,
      scara,
      reper,
      use_count: uses,
      last_used_at: new Date(now.getTime() - random.whole(1, 30 * 24) * 3_600_000),
    }
  })
}

function blockedPhones(now: Date): SeedRow<'blocked_phones'>[] {
  const reasons = [
    'Comenzi false repetate',
    'Limbaj vulgar cu dispecerii',
    'Nu a plătit cursa',
    'Apeluri de glumă noaptea',
    'A agresat un șofer',
  ]
  return reasons.map((reason, index) => ({
    company_id: TAXI_COMPANY,
    phone: `+40700900${String(index + 1).padStart(3, '0')}`,
    reason,
    created_by: index % 2 === 0 ? STAFF.dispatcher : STAFF.manager,
    created_at: new Date(now.getTime() - (index + 2) * 9 * DAY_MS),
  }))
}
