import { type CompanyId, type DriverId, NO_USER } from '@dispecerat/domain/kernel/ids'
import { COURIERS, TAXI_DRIVERS } from './demo-accounts.ts'
import { numbers, type SeedInput } from './demo-people.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TAXI_PHONES = 14
const COURIER_PHONES = 5
const MODELS = [
  ['Samsung Galaxy A54', 'android', '14'],
  ['Xiaomi Redmi Note 12', 'android', '13'],
  ['Motorola Moto G84', 'android', '14'],
  ['iPhone 12', 'ios', '17.4'],
  ['Samsung Galaxy A34', 'android', '13'],
] as const
const APP_VERSIONS = ['2.8.1', '2.8.1', '2.8.0', '2.7.4'] as const

/** The phones of some drivers, and two more without a driver: one blocked, one lost. */
export function deviceRows({ now }: SeedInput, companyOf: (driverId: DriverId) => CompanyId): SeedRows {
  const drivers = [...numbers(TAXI_DRIVERS).slice(0, TAXI_PHONES), ...numbers(COURIERS).slice(0, COURIER_PHONES)]
  const phones = drivers.map((driverId, n) => aPhone({ n, driverId, companyId: companyOf(driverId), now }))
  const [first] = drivers
  const spare = { driverId: null, companyId: companyOf(first ?? NO_USER), now }
  const blocked = { status: 'blocked', notes: 'Blocat la cererea șoferului' } as const
  const lost = { status: 'lost', notes: 'Pierdut în mașină, anunțat la poliție' } as const
  return {
    devices: [
      ...phones,
      { ...aPhone({ ...spare, n: drivers.length }), ...blocked },
      { ...aPhone({ ...spare, n: drivers.length + 1 }), ...lost },
    ],
  }
}

interface PhoneOptions {
  n: number
  driverId: DriverId | null
  companyId: CompanyId
  now: Date
}

function aPhone({ n, driverId, companyId, now }: PhoneOptions): SeedRow<'devices'> {
  const [model, platform, system] = MODELS[n % MODELS.length] ?? MODELS[0]
  const seenAt = new Date(now.getTime() - (n + 1) * 5 * HOUR_MS)
  return {
    install_id: `demo-${n + 1}`,
    company_id: companyId,
    user_id: driverId,
    platform,
    model,
    os_version: system,
    app_version: APP_VERSIONS[n % APP_VERSIONS.length] ?? null,
    imei: String(350_000_000_000_000 + n),
    created_at: new Date(now.getTime() - (200 - n) * DAY_MS),
    last_seen_at: seenAt,
    updated_at: seenAt,
    status: 'active',
    notes: null,
  }
}
