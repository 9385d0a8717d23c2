import type { Role } from '@dispecerat/domain/permissions'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import { COURIER_COMPANY, COURIERS, STAFF, TAXI_COMPANY, TAXI_DRIVERS } from './demo-accounts.ts'
import { CAR_COLOURS, CAR_MODELS, FAMILIES, MEN, WOMEN } from './demo-names.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'

/** What every part of the seed is given. */
export interface SeedInput {
  now: Date
  random: SeededRandom
  passwordHash: string
}

const DAY_MS = 86_400_000

interface Person {
  id: number
  name: string
  email: string
  role: Role | readonly Role[]
  companyId: number | null
  identifier: string | null
}

const STAFF_PEOPLE: readonly Person[] = [
  {
    id: STAFF.superUser,
    name: 'Administrator',
    email: 'admin@demo.ro',
    role: 'admin',
    companyId: null,
    identifier: null,
  },
  {
    id: STAFF.manager,
    name: 'Carmen Lăzărescu',
    email: 'manager@demo.ro',
    role: ['company_admin', 'dispatcher'],
    companyId: TAXI_COMPANY,
    identifier: 'M1',
  },
  {
    id: STAFF.dispatcher,
    name: 'Dana Șerban',
    email: 'dispecer@demo.ro',
    role: 'dispatcher',
    companyId: TAXI_COMPANY,
    identifier: 'D1',
  },
  {
    id: STAFF.secondDispatcher,
    name: 'Ionuț Câmpeanu',
    email: 'dispecer2@demo.ro',
    role: 'dispatcher',
    companyId: TAXI_COMPANY,
    identifier: 'D2',
  },
  {
    id: STAFF.protocol,
    name: 'Hotel Poarta Tâmpei',
    email: 'protocol@demo.ro',
    role: 'company',
    companyId: TAXI_COMPANY,
    identifier: null,
  },
  {
    id: STAFF.deliveries,
    name: 'Alina Țurcanu',
    email: 'livrari@demo.ro',
    role: 'dispatcher',
    companyId: COURIER_COMPANY,
    identifier: 'L1',
  },
]

export function companyRows({ now }: SeedInput): SeedRows {
  const createdAt = new Date(now.getTime() - 400 * DAY_MS)
  const company = (id: number, name: string, packageId: number, type: string): SeedRow<'companies'> => ({
    id,
    name,
    address: 'Brașov',
    lat: 45.6464113,
    lng: 25.6270105,
    phone: `+4070000${id}000`,
    package_id: packageId,
    type,
    status: 'active',
    is_demo: true,
    created_at: createdAt,
  })
  const settings = (companyId: number): SeedRow<'company_settings'> => ({
    company_id: companyId,
    // Pretend drivers exist only to be offered pretend orders here.
    simulate_in_production: true,
  })
  const partner = (companyId: number, other: number): SeedRow<'company_partners'> => ({
    company_id: companyId,
    partner_company_id: other,
    accepted_at: createdAt,
  })
  return {
    companies: [
      company(TAXI_COMPANY, 'Taxi Demo Brasov', 1, 'taxi'),
      company(COURIER_COMPANY, 'Curier Demo', 2, 'delivery'),
    ],
    company_settings: [settings(TAXI_COMPANY), settings(COURIER_COMPANY)],
    company_partners: [partner(TAXI_COMPANY, COURIER_COMPANY), partner(COURIER_COMPANY, TAXI_COMPANY)],
  }
}

/** Staff, drivers, couriers, their cars and the protocol contract. Nobody is on shift. */
export function peopleRows(input: SeedInput): SeedRows {
  const random = input.random.fork('people')
  const drivers = [...numbers(TAXI_DRIVERS), ...numbers(COURIERS)].map((id) => aDriver(id, random))
  const people = [...STAFF_PEOPLE, ...drivers]
  const cars = drivers.map((driver) => aCar(driver, random, input.now))
  return {
    users: people.map((person) => userRow(person, input)),
    user_roles: people.flatMap(({ id, role }) =>
      (typeof role === 'string' ? [role] : role).map((each) => ({ user_id: id, role: each })),
    ),
    user_companies: people.flatMap(({ id, companyId }) =>
      companyId === null ? [] : [{ user_id: id, company_id: companyId }],
    ),
    cars,
    driver_cars: drivers.map(({ id }) => ({ driver_id: id, car_id: id, is_default: true })),
    driver_status: drivers.map(({ id, companyId }) => ({
      driver_id: id,
      company_id: companyId ?? TAXI_COMPANY,
      service_ids: companyId === COURIER_COMPANY ? [2, 3] : id % 4 === 0 ? [1, 2] : [1],
      on_shift: false,
      is_paused: false,
      is_busy: false,
      balance_bani: random.whole(-20_00, 300_00),
      updated_at: input.now,
    })),
    protocol_companies: [
      {
        user_id: STAFF.protocol,
        company_id: TAXI_COMPANY,
        contract_no: 'PR-17',
        contract_until: new Date(input.now.getTime() + 300 * DAY_MS).toISOString().slice(0, 10),
        credit_limit_bani: 5000_00,
        contact_email: 'protocol@demo.ro',
        is_active: true,
      },
    ],
  }
}

export function numbers({ first, last }: { first: number; last: number }): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function aDriver(id: number, random: SeededRandom): Person {
  const isCourier = id >= COURIERS.first
  return {
    id,
    name: aName(random, isCourier ? 30 : 12),
    email: `${isCourier ? 'curier' : 'sofer'}${id}@demo.ro`,
    role: 'driver',
    companyId: isCourier ? COURIER_COMPANY : TAXI_COMPANY,
    identifier: `${isCourier ? 'C' : 'S'}${id}`,
  }
}

export function aName(random: SeededRandom, womenPercent: number): string {
  return `${random.pick(random.chance(womenPercent) ? WOMEN : MEN)} ${random.pick(FAMILIES)}`
}

function userRow({ id, name, email, identifier }: Person, { now, passwordHash }: SeedInput): SeedRow<'users'> {
  return {
    id,
    name,
    email,
    // The 0700 prefix belongs to nobody: no demo phone rings anywhere.
    phone: `+40700000${String(id).padStart(3, '0')}`,
    password_hash: passwordHash,
    identifier,
    is_active: true,
    is_simulated: false,
    created_at: new Date(now.getTime() - 390 * DAY_MS),
  }
}

function aCar({ id, companyId }: Person, random: SeededRandom, now: Date): SeedRow<'cars'> {
  const isCourier = companyId === COURIER_COMPANY
  const [make, model] = isCourier
    ? random.pick([
        ['Dacia', 'Dokker'],
        ['Ford', 'Transit Courier'],
        ['Renault', 'Kangoo'],
      ] as const)
    : random.weighted(CAR_MODELS.map(([make, model, weight]) => [[make, model] as const, weight] as const))
  const isLarge = ['Jogger', 'Lodgy', 'Passat', 'Octavia'].includes(model)
  const letters = Array.from({ length: 3 }, () => random.pick([...'ABCDEFGHJKLMNPRSTUVXYZ'])).join('')
  const until = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  return {
    id,
    company_id: companyId ?? TAXI_COMPANY,
    indicativ: String(id),
    number: `BV ${10 + (id % 90)} ${letters}`,
    make,
    model,
    color: isCourier ? 'alb' : random.weighted(CAR_COLOURS),
    year: random.whole(2016, 2025),
    seats: model === 'Lodgy' || model === 'Jogger' ? 6 : 4,
    category: isCourier ? 'van' : 'standard',
    options: carOptions(random, isCourier, isLarge),
    taxi_licence_until: until(random.whole(60, 900)),
    itp_until: until(random.whole(30, 360)),
    rca_until: until(random.whole(20, 330)),
    is_active: true,
    created_at: new Date(now.getTime() - 380 * DAY_MS),
  }
}

function carOptions(random: SeededRandom, isCourier: boolean, isLarge: boolean): string[] {
  if (isCourier) return ['door_delivery', 'cash_on_delivery', 'pos_on_delivery', 'card_online']
  const options = ['non_smoking']
  if (random.chance(85)) options.push('air_condition')
  if (random.chance(70)) options.push('luggage')
  if (random.chance(55)) options.push('pet')
  if (random.chance(30)) options.push('child_seat')
  if (isLarge) options.push('combi')
  if (random.chance(40)) options.push('card_online')
  return options
}
