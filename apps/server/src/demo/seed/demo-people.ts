import type { Role } from '@dispecerat/domain/identity/permissions'
import { asId, type CarId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { typeOfPackage } from '@dispecerat/domain/orders/goods'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import {
  COURIER_COMPANY,
  COURIERS,
  RESTAURANT_COMPANY,
  RIDERS,
  STAFF,
  TAXI_COMPANY,
  TAXI_DRIVERS,
} from './demo-accounts.ts'
import { CAR_COLOURS, CAR_MODELS, FAMILIES, MEN, WOMEN } from './demo-names.ts'
import { protocolRows, TAXI_CUI, TRATTORIA } from './demo-protocol.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'

interface Person {
  id: UserId
  name: string
  email: string
  role: Role | readonly Role[]
  companyId: CompanyId | null
  identifier: string | null
}

const at = (companyId: CompanyId | null, role: Person['role']) => ({ companyId, role })

/** Office staff and the accounts of protocol companies. */
const STAFF_PEOPLE: readonly Person[] = [
  { id: STAFF.superUser, name: 'Administrator', email: 'admin@demo.ro', identifier: null, ...at(null, 'admin') },
  {
    id: STAFF.manager,
    name: 'Carmen Lăzărescu',
    email: 'manager@demo.ro',
    identifier: 'M1',
    ...at(TAXI_COMPANY, ['company_admin', 'dispatcher']),
  },
  dispatcher(STAFF.dispatcher, 'Dana Șerban', 'dispecer', TAXI_COMPANY, 'D1'),
  dispatcher(STAFF.secondDispatcher, 'Ionuț Câmpeanu', 'dispecer2', TAXI_COMPANY, 'D2'),
  account(STAFF.protocol, 'Hotel Poarta Tâmpei', 'protocol', TAXI_COMPANY),
  dispatcher(STAFF.deliveries, 'Alina Țurcanu', 'livrari', COURIER_COMPANY, 'L1'),
  account(STAFF.clinic, 'Clinica Sub Tâmpa', 'clinica', TAXI_COMPANY),
  account(STAFF.flowers, 'Florăria Ghiocel', 'florarie', COURIER_COMPANY),
  account(STAFF.pizzeria, 'Pizzeria Sforii', 'restaurant', COURIER_COMPANY),
  dispatcher(STAFF.kitchen, 'Radu Moldovan', 'bucatarie', RESTAURANT_COMPANY, 'B1'),
  account(STAFF.trattoria, 'Trattoria din Piață', 'trattoria', RESTAURANT_COMPANY),
]

/** Input of every part of the seed. */
export interface SeedInput {
  now: Date
  random: SeededRandom
  passwordHash: string
}

const DAY_MS = 86_400_000

/** 0700 is assigned to no network, so the number reaches no real subscriber. */
const lineOf = (companyId: CompanyId) => `+4070000${companyId}000`

export function companyRows({ now }: SeedInput): SeedRows {
  const createdAt = new Date(now.getTime() - 400 * DAY_MS)
  const company = (id: CompanyId, name: string, packageId: number): SeedRow<'companies'> => ({
    id,
    name,
    address: 'Brașov',
    lat: 45.6464113,
    lng: 25.6270105,
    phone: lineOf(id),
    package_id: packageId,
    type: typeOfPackage(packageId),
    status: 'active',
    is_demo: true,
    created_at: createdAt,
  })
  const settings = (companyId: CompanyId): SeedRow<'company_settings'> => ({
    company_id: companyId,
    // Simulated drivers take the demo's orders also on an installation in production mode.
    simulate_in_production: true,
    remind_before_min: 10,
    // The demo's own rules wait for drivers who come.
    skip_empty_steps: false,
    client_app: true,
    proof_photo_required: companyId === COURIER_COMPANY,
  })
  const partner = (companyId: CompanyId, other: CompanyId): SeedRow<'company_partners'> => ({
    company_id: companyId,
    partner_company_id: other,
    accepted_at: createdAt,
  })
  return {
    companies: [
      { ...company(TAXI_COMPANY, 'Taxi Demo Brașov', 1), cui: TAXI_CUI },
      { ...company(COURIER_COMPANY, 'Curier Demo', 2), cui: null },
      {
        ...company(RESTAURANT_COMPANY, 'Restaurant Demo', 3),
        cui: null,
        address: TRATTORIA.name,
        lat: TRATTORIA.lat,
        lng: TRATTORIA.long,
      },
    ],
    company_cuis: [{ company_id: TAXI_COMPANY, cui: TAXI_CUI, verified_at: createdAt }],
    company_settings: [TAXI_COMPANY, COURIER_COMPANY, RESTAURANT_COMPANY].map(settings),
    phone_lines: [TAXI_COMPANY, COURIER_COMPANY, RESTAURANT_COMPANY].map((id) => ({
      number: lineOf(id),
      company_id: id,
      created_at: createdAt,
      verified_at: createdAt,
    })),
    company_partners: [partner(TAXI_COMPANY, COURIER_COMPANY), partner(COURIER_COMPANY, TAXI_COMPANY)],
  }
}

/** Staff, drivers, couriers, their cars and the protocol contracts. All drivers are off shift. */
export function peopleRows(input: SeedInput): SeedRows {
  const random = input.random.fork('people')
  const drivers = [...numbers(TAXI_DRIVERS), ...numbers(COURIERS), ...numbers(RIDERS)].map((id) => aDriver(id, random))
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
    driver_cars: drivers.map(({ id }) => ({ driver_id: id, car_id: carOf(id), is_default: true })),
    driver_papers: documentRows(drivers, input),
    driver_status: drivers.map(({ id, companyId }) => ({
      driver_id: id,
      company_id: companyId ?? TAXI_COMPANY,
      service_ids: companyId !== TAXI_COMPANY ? [2, 3] : id % 4 === 0 ? [1, 2] : [1],
      on_shift: false,
      is_paused: false,
      is_busy: false,
      updated_at: input.now,
    })),
    ...protocolRows(input.now),
  }
}

/** All documents are valid for at least 60 days. */
function documentRows(drivers: readonly Person[], { now, random }: SeedInput): SeedRow<'driver_papers'>[] {
  const dice = random.fork('papers')
  return drivers.map(({ id }) => ({
    driver_id: id,
    licence_no: `B${String(400_000 + id * 37).padStart(8, '0')}V`,
    licence_until: dayIn(now, dice.whole(60, 3000)),
    attestation_until: dayIn(now, dice.whole(60, 1500)),
  }))
}

function dayIn(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** The car of a demo driver has the driver's id. */
export function carOf(driverId: UserId): CarId {
  return asId(driverId)
}

export function numbers({ first, last }: { first: number; last: number }): UserId[] {
  return Array.from({ length: last - first + 1 }, (_, index) => asId(first + index))
}

function aDriver(id: UserId, random: SeededRandom): Person {
  const isCourier = id >= COURIERS.first
  return {
    id,
    name: aName(random, isCourier ? 30 : 12),
    email: `${isCourier ? 'curier' : 'sofer'}${id}@demo.ro`,
    role: 'driver',
    companyId: id >= RIDERS.first ? RESTAURANT_COMPANY : isCourier ? COURIER_COMPANY : TAXI_COMPANY,
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
    // 0700 is assigned to no network, so no demo number reaches a real phone.
    phone: `+40700000${String(id).padStart(3, '0')}`,
    password_hash: passwordHash,
    identifier,
    is_active: true,
    is_simulated: false,
    created_at: new Date(now.getTime() - 390 * DAY_MS),
  }
}

type Vehicle = readonly [make: string, model: string, category: string, seats: number]

const MOTORBIKES: readonly Vehicle[] = [
  ['Honda', 'PCX', 'moto', 1],
  ['Yamaha', 'NMAX', 'moto', 1],
  ['Piaggio', 'Liberty', 'moto', 1],
  ['Dacia', 'Dokker', 'van', 2],
]
const BICYCLES: readonly Vehicle[] = [
  ['Cube', 'Touring', 'bike', 1],
  ['Pegas', 'Magnum', 'bike', 1],
]

function aCar({ id, companyId }: Person, random: SeededRandom, now: Date): SeedRow<'cars'> {
  const isCourier = companyId !== TAXI_COMPANY
  const [make, model, category, seats]: Vehicle = isCourier
    ? random.pick(companyId === COURIER_COMPANY ? MOTORBIKES : BICYCLES)
    : random.weighted(
        CAR_MODELS.map(([make, model, weight]) => [[make, model, 'standard', 4] as Vehicle, weight] as const),
      )
  const isLarge = ['Jogger', 'Lodgy', 'Passat', 'Octavia'].includes(model)
  const letters = Array.from({ length: 3 }, () => random.pick([...'ABCDEFGHJKLMNPRSTUVXYZ'])).join('')
  return {
    id: carOf(id),
    company_id: companyId ?? TAXI_COMPANY,
    indicativ: String(id),
    number: `BV${10 + (id % 90)}${letters}`,
    make,
    model,
    color: isCourier ? 'alb' : random.weighted(CAR_COLOURS),
    year: random.whole(2016, 2025),
    seats: model === 'Lodgy' || model === 'Jogger' ? 6 : seats,
    category,
    options: carOptions(random, isCourier, isLarge),
    taxi_licence_until: dayIn(now, random.whole(60, 900)),
    itp_until: dayIn(now, random.whole(30, 360)),
    rca_until: dayIn(now, random.whole(20, 330)),
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

function dispatcher(id: UserId, name: string, mail: string, companyId: CompanyId, identifier: string): Person {
  return { id, name, email: `${mail}@demo.ro`, identifier, ...at(companyId, 'dispatcher') }
}

function account(id: UserId, name: string, mail: string, companyId: CompanyId): Person {
  return { id, name, email: `${mail}@demo.ro`, identifier: null, ...at(companyId, 'company') }
}
