import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { aDemo, DEMO_AT, MAY_FILL_DEMO } from '../../testing/a-demo.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { makeFleetAccounts } from '../fleet-accounts/make-fleet-accounts.ts'
import { furnish } from './demo.public.ts'

const clock = new TestClock(DEMO_AT)
const log = pino({ level: 'silent' })
const URL = { DATABASE_URL: 'postgresql://dispecerat@db.example.ro/dispecerat' }

test('an external PostgreSQL database gets services and options, but no demo account', async () => {
  await using own = await aDatabase()
  expect(await furnish(readConfig(URL), { db: own.db, clock, log })).toEqual({ isDemo: false, welcome: [] })
  expect(await own.db.selectFrom('services').select('name').orderBy('id').execute()).toEqual([
    { name: 'Taxi' },
    { name: 'Curierat' },
    { name: 'Livrare restaurant' },
  ])
  expect((await own.db.selectFrom('users').select('id').execute()).length).toBe(0)
  expect((await own.db.selectFrom('companies').select('id').execute()).length).toBe(0)
})

test(
  'the embedded database and one with DEMO=on get the demo, and the welcome lists its accounts',
  MAY_FILL_DEMO,
  async () => {
    expect([readConfig({}).demo, readConfig({ ...URL, DEMO: 'on' }).demo]).toEqual([true, true])
    // The fixture has run `furnish` already; this call finds its demo.
    await using first = await aDemo()
    const { isDemo, welcome } = await furnish({ demo: true }, { db: first.db, clock, log })
    expect(isDemo).toBe(true)
    expect(welcome.join('\n')).toContain('dispecer@demo.ro')
    expect(welcome.join('\n')).toContain('demo-parola')
    for (const account of ['protocol', 'clinica', 'restaurant', 'florarie', 'trattoria', 'bucatarie', 'curier201'])
      expect(welcome.join('\n')).toContain(`${account}@demo.ro`)

    const fleet = { db: first.db, clock }
    expect(await makeFleetAccounts(fleet, 50)).toBe(50)
    expect(await makeFleetAccounts(fleet, 60)).toBe(10)
    const drivers = await first.db
      .selectFrom('users')
      .innerJoin('driver_cars', 'driver_cars.driver_id', 'users.id')
      .innerJoin('cars', 'cars.id', 'driver_cars.car_id')
      .innerJoin('driver_status', 'driver_status.driver_id', 'users.id')
      .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
      .select(['email', 'indicativ', 'role', 'driver_status.company_id'])
      .where('is_simulated', '=', true)
      .orderBy('users.id')
      .execute()
    expect(drivers.length).toBe(60)
    expect(drivers[49]).toEqual({ email: 'flota50@demo.ro', indicativ: 'F50', role: 'driver', company_id: 1 })
  },
)

test('no simulated drivers are created on an installation without a demo', async () => {
  await using own = await aDatabase()
  await expect(makeFleetAccounts({ db: own.db, clock }, 5)).rejects.toThrow('no demo company')
})
