import { stepsFor } from '@dispecerat/domain/dispatch/search/choose-interval'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { aDemo, DEMO_AT, MAY_FILL_DEMO } from '../../testing/a-demo.ts'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { furnish } from './demo.public.ts'
import { DEMO_PASSWORD } from './demo-accounts.ts'
import { rulesAt } from './demo-search-rules.ts'
import { seedDemo } from './seed-demo.ts'
import { seedEssentials } from './seed-essentials.ts'
import { fingerprint, rowsOf } from './testing/seeded-rows.store.ts'

const NOW = DEMO_AT
const log = pino({ level: 'silent' })

let seeded: TestDatabase
beforeAll(async () => {
  seeded = await aDemo()
}, MAY_FILL_DEMO.timeout)
afterAll(() => seeded.close())

function rows<Row>(query: ReturnType<typeof sql<Row>>, db: Db = seeded.db): Promise<Row[]> {
  return rowsOf(query, db)
}

test('seeding a second time changes nothing, also at a later date', async () => {
  const before = await fingerprint(seeded.db)
  expect(await seedDemo({ db: seeded.db, clock: new TestClock('2026-05-01T00:00:00Z'), log })).toBe('already there')
  expect(await fingerprint(seeded.db)).toEqual(before)
})

test(
  'two servers that start at once seed one demo, and the same clock gives the same rows in any database',
  MAY_FILL_DEMO,
  async () => {
    await using shared = await aDatabase()
    const parts = { db: shared.db, clock: new TestClock(NOW), log }
    const results = await Promise.all([1, 2].map(() => seedDemo(parts)))
    expect(results.sort()).toEqual(['already there', 'seeded'])
    await furnish({ demo: true }, parts)
    expect(await fingerprint(shared.db)).toEqual(await fingerprint(seeded.db))
  },
)

test('a database that has a company gets no demo account', async () => {
  await using own = await aDatabase()
  await seedEssentials(own.db)
  await own.db
    .insertInto('companies')
    .values({ name: 'Taxi Real', created_at: new Date(NOW) })
    .execute()
  expect(await seedDemo({ db: own.db, clock: new TestClock(NOW), log })).toBe('not empty')
  expect(await rows(sql`select id from users`, own.db)).toEqual([])
})

test('renamed services and options keep their names', async () => {
  await using own = await aDatabase()
  await seedEssentials(own.db)
  await sql`update services set name = 'Taxi verde' where id = 1`.execute(own.db)
  await seedEssentials(own.db)
  expect(await rows(sql`select id, name from services order by id`, own.db)).toEqual([
    { id: 1, name: 'Taxi verde' },
    { id: 2, name: 'Curierat' },
    { id: 3, name: 'Livrare restaurant' },
  ])
  expect((await rows(sql`select key from order_options`, own.db)).length).toBe(10)
})

test('every demo account has its role, its company and the demo password', async () => {
  const staff = await rows(sql<{ id: number; email: string; roles: string; company: number | null; hash: string }>`
    select u.id, u.email, string_agg(distinct r.role, '+' order by r.role) as roles, min(c.company_id) as company,
      min(u.password_hash) as hash
    from users u join user_roles r on r.user_id = u.id left join user_companies c on c.user_id = u.id
    where u.id <= 11 group by u.id order by u.id`)
  expect(staff.map(({ id, email, roles, company }) => [id, email, roles, company])).toEqual([
    [1, 'admin@demo.ro', 'admin', null],
    [2, 'manager@demo.ro', 'company_admin+dispatcher', 1],
    [3, 'dispecer@demo.ro', 'dispatcher', 1],
    [4, 'dispecer2@demo.ro', 'dispatcher', 1],
    [5, 'protocol@demo.ro', 'company', 1],
    [6, 'livrari@demo.ro', 'dispatcher', 2],
    [7, 'clinica@demo.ro', 'company', 1],
    [8, 'florarie@demo.ro', 'company', 2],
    [9, 'restaurant@demo.ro', 'company', 2],
    [10, 'bucatarie@demo.ro', 'dispatcher', 3],
    [11, 'trattoria@demo.ro', 'company', 3],
  ])
  expect(await verify(staff[0]?.hash ?? '', DEMO_PASSWORD)).toBe(true)
})

test('forty drivers have cars and call signs, and none is on shift', async () => {
  const drivers = await rows(sql<{ email: string; indicativ: string }>`
    select u.email, c.indicativ from users u join driver_status s on s.driver_id = u.id
    join driver_cars d on d.driver_id = u.id and d.is_default join cars c on c.id = d.car_id
    where s.company_id = 1 and not s.on_shift and not s.is_busy order by u.id`)
  expect(drivers.length).toBe(40)
  expect(drivers[0]).toEqual({ email: 'sofer101@demo.ro', indicativ: '101' })
  expect(drivers[39]).toEqual({ email: 'sofer140@demo.ro', indicativ: '140' })
})

test('no driver lacks a document', async () => {
  const [found] = await rows(sql<{ n: number }>`
    select count(*)::int as n from driver_status s left join driver_papers p using (driver_id)
    where p.licence_until is null or p.attestation_until is null`)
  expect(found).toEqual({ n: 0 })
})

test('nineteen active phones belong to drivers of their company, one phone is blocked and one is lost', async () => {
  const phones = await rows(sql<{ status: string; n: number }>`
    select status, count(*)::int as n from devices d where user_id is null
      or company_id = (select company_id from driver_status where driver_id = user_id) group by 1 order by 1`)
  expect(phones.map(({ status, n }) => [status, n])).toEqual(Object.entries({ active: 19, blocked: 1, lost: 1 }))
})

test('couriers have motorbikes and vans, the restaurant bicycles, and the courier company requires photos', async () => {
  const fleets = await rows(sql<{ company: number; n: number; kinds: string[]; photos: boolean }>`
    select c.company_id as company, count(*)::int as n, array_agg(distinct c.category order by c.category) as kinds,
      min(s.proof_photo_required::int)::int = 1 as photos
    from cars c join company_settings s on s.company_id = c.company_id where c.company_id > 1 group by 1 order by 1`)
  expect(fleets).toEqual([
    { company: 2, n: 8, kinds: expect.arrayContaining(['moto']), photos: true },
    { company: 3, n: 3, kinds: ['bike'], photos: false },
  ])
})

test('clients of every demo company may order in the client app', async () => {
  const [found] = await rows(sql<{ n: number }>`select count(*)::int as n from company_settings where client_app`)
  expect(found).toEqual({ n: 3 })
})

test('deliveries have goods, some with cash on delivery; an account orders from its own address and stays within its limit', async () => {
  const accounts = await rows(sql<{ account: string; n: number; places: number; open: number; limit: number | null }>`
    select u.email as account, count(*)::int as n, count(distinct o.address)::int as places,
      coalesce(sum(o.cost_bani) filter (where not o.is_paid_by_account and o.state = 'finished'), 0)::int as open,
      p.credit_limit_bani as limit
    from protocol_companies p join users u on u.id = p.user_id join orders o on o.protocol_user_id = p.user_id
    group by u.email, p.credit_limit_bani order by u.email`)
  expect(accounts.map(({ account }) => account)).toEqual([
    'clinica@demo.ro',
    'florarie@demo.ro',
    'protocol@demo.ro',
    'restaurant@demo.ro',
    'trattoria@demo.ro',
  ])
  for (const { account, open, limit, places } of accounts) {
    if (limit !== null) expect(open, account).toBeLessThan(limit)
    if (/restaurant|trattoria|florarie/.test(account)) expect(places, account).toBe(1)
  }
  const [goods] = await rows(sql<{ n: number; noted: number; cod: number; rides: number }>`
    select count(*)::int as n, count(package_note)::int as noted, count(cod_bani)::int as cod,
      (select count(*)::int from orders where service_id = 1 and (package_note is not null or cod_bani is not null)) as rides
    from orders where service_id in (2, 3)`)
  expect(goods?.noted).toBe(goods?.n)
  expect(goods?.cod).toBeGreaterThan((goods?.n ?? 0) / 4)
  expect(goods?.rides).toBe(0)
})

test('two hundred clients have one to four addresses each, and the first is used most', async () => {
  const clients = await rows(sql<{ id: number; n: number }>`
    select u.id, count(a.id)::int as n from users u join user_roles r on r.user_id = u.id and r.role = 'client'
    left join saved_addresses a on a.user_id = u.id group by u.id`)
  expect(clients.length).toBe(200)
  expect(clients.every(({ n }) => n >= 1 && n <= 4)).toBe(true)
  const [known] = await rows(sql<{ n: number; named: number; noted: number; protocol: number }>`
    select count(*)::int as n, count(name)::int as named, count(about)::int as noted,
      count(protocol_parent_user_id)::int as protocol
    from company_clients where company_id = 1`)
  expect(known).toMatchObject({ n: 200, named: 200, protocol: 2 })
  expect(known?.noted).toBeGreaterThan(10)
  const [odd] = await rows(sql<{ n: number }>`
    select count(*)::int as n from (select use_count - lag(use_count) over (partition by user_id order by id) as step
    from saved_addresses) steps where step > 0`)
  expect(odd?.n).toBe(0)
})

test('the next order and the next user get ids after the seeded ones', async () => {
  for (const table of ['users', 'orders', 'polygons', 'search_rounds', 'search_methods', 'conversations', 'messages']) {
    const [ids] = await rows(sql<{ last: number; next: number }>`
      select max(id) as last, nextval(pg_get_serial_sequence(${table}, 'id')) as next from ${sql.table(table)}`)
    expect(ids?.next).toBeGreaterThan(ids?.last ?? 0)
  }
})

test('the month has 220 to 320 orders a day, rush hours, one in ten canceled, and every cancellation reason', async () => {
  const orders = await rows(sql<{ at: Date; state: string; reason: string | null; text: string | null }>`
    select created_at as at, state, cancellation_reason_type as reason, cancellation_reason_text as text
    from orders where created_by_company_id = 1 order by created_at`)
  const perDay = new Map<string, number>()
  const perHour = Array.from({ length: 24 }, () => 0)
  for (const { at } of orders) {
    const { date, time, weekday } = wallTime(at)
    perDay.set(date, (perDay.get(date) ?? 0) + 1)
    if (weekday <= 5) perHour[Number(time.slice(0, 2))] = (perHour[Number(time.slice(0, 2))] ?? 0) + 1
  }
  const wholeDays = [...perDay.values()].slice(1, -1)
  expect(wholeDays.length).toBe(34)
  expect(Math.min(...wholeDays)).toBeGreaterThanOrEqual(215)
  expect(Math.max(...wholeDays)).toBeLessThanOrEqual(325)
  expect((perHour[8] ?? 0) / (perHour[3] ?? 1)).toBeGreaterThan(3)
  expect((perHour[17] ?? 0) / (perHour[12] ?? 1)).toBeGreaterThan(1.2)

  const canceled = orders.filter(({ state }) => state === 'canceled')
  expect(canceled.length / orders.length).toBeGreaterThan(0.08)
  expect(canceled.length / orders.length).toBeLessThan(0.12)
  expect(new Set(canceled.map(({ reason }) => reason)).size).toBe(6)
  const returned = canceled.filter(({ reason }) => reason === 'driver_canceled')
  expect(returned.every(({ text }) => /^1\d\d~\p{L}/u.test(text ?? ''))).toBe(true)
})

test('no driver had two orders at once, and the times of every trip are in order', async () => {
  const [overlaps] = await rows(sql<{ n: number }>`
    select count(*)::int as n from orders a join orders b on b.driver_id = a.driver_id and b.id <> a.id
      and b.assigned_at >= a.assigned_at and b.assigned_at < a.trip_finished_at`)
  expect(overlaps?.n).toBe(0)
  const [backwards] = await rows(sql<{ n: number }>`
    select count(*)::int as n from orders where state = 'finished' and not (
      created_at <= placed_at and placed_at < assigned_at and assigned_at < trip_started_at
      and trip_started_at < trip_finished_at and trip_finished_at < ${new Date(NOW)} and cost_bani > 0
      and driver_id is not null and car_indicativ is not null and waiting_driver_time is not null)`)
  expect(backwards?.n).toBe(0)
})

test('reports, statistics and ledger agree with the orders, and each trip has its commission', async () => {
  const [totals] = await rows(sql<Record<string, number>>`
    select
      (select count(*)::int from orders o where state = 'finished' and created_by_company_id = 1 and fare_doubt is null
        and (select coalesce(sum(e.amount_bani), 0) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          where t.order_id = o.id and e.account = 'commission')
          <> floor((2 * coalesce(o.discounted_cost_bani, o.cost_bani) * 1000 + 10000) / 20000)) as "wrongCommission",
      (select count(*)::int from orders where state = 'finished' and created_by_company_id = 1 and fare_doubt is null
        and payment_type <> 'cash' and driver_payment_bani = 0) as unpaid,
      (select sum(finished)::int from (select company_id, finished from order_days
        union all select company_id, finished from order_day_changes) d where company_id = 1) as "finishedOfDays",
      (select count(*)::int from orders where state = 'finished' and created_by_company_id = 1) as "finishedOrders",
      (select sum(canceled)::int from (select company_id, canceled from order_days
        union all select company_id, canceled from order_day_changes) d where company_id = 1) as "canceledOfDays",
      (select count(*)::int from orders where state = 'canceled' and placed_at is not null and created_by_company_id = 1) as "canceledOrders",
      (select sum(cash_bani)::int from (select * from order_sums union all select * from order_sum_changes) s
        where side = 'driven' and company_id = 1) as "cashOfReport",
      (select sum(coalesce(discounted_cost_bani, cost_bani))::int from orders where state = 'finished' and payment_type = 'cash'
        and fare_doubt is null and processed_by_company_id = 1) as "cashOfOrders",
      (select sum(payment_bani)::int from (select * from order_sums union all select * from order_sum_changes) s
        where side = 'driven' and company_id = 1) as "paymentsOfReport",
      (select sum(amount_bani)::int from ledger_entries where account = 'driver_payments' and company_id = 1 and amount_bani > 0) as "paymentsOfLedger"`)
  expect(totals).toMatchObject({ wrongCommission: 0, unpaid: 0 })
  expect(totals?.finishedOfDays).toBe(totals?.finishedOrders)
  expect(totals?.canceledOfDays).toBe(totals?.canceledOrders)
  expect(totals?.cashOfReport).toBe(totals?.cashOfOrders)
  expect(totals?.paymentsOfReport).toBe(totals?.paymentsOfLedger)
  const names = await rows(sql<{ name: string }>`
    select name from companies where name || coalesce(address, '') like '%Brasov%'`)
  expect(names).toEqual([])
})

test('one fare of the last day waits for confirmation and has no ledger entry', async () => {
  const doubted = await rows(sql<{ company: number; recent: boolean; movements: number }>`
    select created_by_company_id as company, trip_finished_at > ${new Date(NOW)}::timestamptz - interval '24 hours' as recent,
      (select count(*)::int from ledger_transactions t where t.order_id = o.id) as movements
    from orders o where fare_doubt is not null`)
  expect(doubted).toEqual([{ company: 1, recent: true, movements: 0 }])
})

test("every order has a pickup and a history from 'created' to its final state", async () => {
  const [odd] = await rows(sql<{ n: number }>`
    select count(*)::int as n from orders o
    where not exists (select from order_places p where p.order_id = o.id and p.position = 0)
      or (select type from order_history h where h.order_id = o.id order by id limit 1) <> 'created'
      or (select type from order_history h where h.order_id = o.id order by id desc limit 1) <> o.state`)
  expect(odd?.n).toBe(0)
})

test('display numbers run from 1 without a gap, and the counters hold the last one', async () => {
  const [odd] = await rows(sql<{ n: number }>`
    select count(*)::int as n from (
      select created_by_company_id as company, (placed_at at time zone 'Europe/Bucharest')::date as day,
        count(*) as n, max(order_no) as last, count(distinct order_no) as different
      from orders where placed_at is not null group by 1, 2) d
    left join order_numbers o on o.company_id = d.company and o.day = d.day
    where d.n <> d.last or d.n <> d.different or o.last_no is distinct from d.last`)
  expect(odd?.n).toBe(0)
})

test('every placed order has a walk, rounds without gaps, and the winner of each accepted round is its driver', async () => {
  const [odd] = await rows(sql<{ without: number; winnerless: number; gaps: number; strangers: number }>`
    select
      (select count(*)::int from orders o where o.placed_at < ${new Date(NOW)}
        and not exists (select from search_walks w where w.order_id = o.id)) as without,
      (select count(*)::int from search_rounds r where r.outcome = 'accepted' and 1 <> (select count(*) from search_offers f
        where f.round_id = r.id and f.fate in ('accepted', 'accepted_then_returned'))) as winnerless,
      (select count(*)::int from (select max(no) as last, count(*) as n from search_rounds group by walk_id) w
        where last <> n) as gaps,
      (select count(*)::int from search_offers f join orders o on o.id = f.order_id
        where f.fate = 'accepted' and f.driver_id is distinct from o.driver_id) as strangers`)
  expect(odd).toEqual({ without: 0, winnerless: 0, gaps: 0, strangers: 0 })
})

test('each trip of the month was offered to its driver, and reports on drivers and searches count it', async () => {
  const [totals] = await rows(sql<Record<string, number>>`
    select
      (select count(*)::int from orders where assigned_at < ${new Date(NOW)}) as "assigned",
      (select count(*)::int from search_offers where fate in ('accepted', 'accepted_then_returned')) as "accepted",
      (select sum(accepted)::int from (select * from offer_sums union all select * from offer_sum_changes) s) as "acceptedOfReport",
      (select count(*)::int from search_facts where outcome = 'accepted') as "foundOfReport",
      (select count(*)::int from search_offers where fate <> 'open') as "offers",
      (select sum(offers)::int from (select * from offer_sums union all select * from offer_sum_changes) s) as "offersOfReport",
      (select sum(offers)::int from search_facts) as "offersOfSearches"`)
  expect(totals?.assigned).toBeGreaterThan(8000)
  expect(totals).toMatchObject({
    accepted: totals?.assigned,
    acceptedOfReport: totals?.assigned,
    foundOfReport: totals?.assigned,
    offersOfReport: totals?.offers,
    offersOfSearches: totals?.offers,
  })
})

test('no driver got an offer during a trip, or two offers at once', async () => {
  const [odd] = await rows(sql<{ driving: number; twice: number }>`
    select
      (select count(*)::int from search_offers f join orders o on o.driver_id = f.driver_id and o.id <> f.order_id
        where f.notified_at >= o.assigned_at and f.notified_at < coalesce(o.trip_finished_at, o.canceled_at)) as driving,
      (select count(*)::int from (
        select notified_at, max(closed_at) over (partition by driver_id order by notified_at, id
          rows between unbounded preceding and 1 preceding) as earlier_until from search_offers) f
        where notified_at < earlier_until) as twice`)
  expect(odd).toEqual({ driving: 0, twice: 0 })
})

test('since yesterday every driver with an order was on duty, no shift is open and none overlaps another', async () => {
  const [odd] = await rows(sql<{ orders: number; offDuty: number; open: number; twice: number }>`
    with taken as (
      select driver_id, assigned_at from orders
      where assigned_at >= ${new Date('2026-03-16T22:00:00Z')}
    )
    select (select count(*)::int from taken) as orders,
      (select count(*)::int from taken where not exists (select from driver_shifts s where s.driver_id = taken.driver_id
        and s.started_at <= assigned_at and assigned_at < s.stopped_at + interval '2 minutes')) as "offDuty",
      (select count(*)::int from driver_shifts where stopped_at is null or stopped_at > ${new Date(NOW)}) as open,
      (select count(*)::int from driver_shifts a join driver_shifts b on b.driver_id = a.driver_id and b.id > a.id
        and b.started_at < a.stopped_at and a.started_at < b.stopped_at) as twice`)
  expect(odd).toMatchObject({ offDuty: 0, open: 0, twice: 0 })
  expect(odd?.orders).toBeGreaterThan(250)
})

test('the trail of each car reaches every client of yesterday and has no gap over 100 seconds on duty', async () => {
  const [odd] = await rows(sql<{ points: number; astray: number; silent: number }>`
    select (select count(*)::int from driver_trail) as points,
      (select count(*)::int from orders o join order_places a on a.order_id = o.id and a.position = 0
        where o.trip_started_at >= ${new Date('2026-03-16T22:00:00Z')} and not exists (
          select from driver_trail t where t.driver_id = o.driver_id and t.order_id = o.id
            and abs(t.lat - a.lat) < 0.003 and abs(t.long - a.long) < 0.004)) as astray,
      (select count(*)::int from (
        select recorded_at - lag(recorded_at) over (partition by t.driver_id, s.id order by recorded_at) as gap
        from driver_shifts s join driver_trail t on t.driver_id = s.driver_id
          and t.recorded_at >= s.started_at and t.recorded_at < s.stopped_at) gaps
        where gap > interval '100 seconds') as silent`)
  expect(odd).toMatchObject({ astray: 0, silent: 0 })
  expect(odd?.points).toBeGreaterThan(20_000)
  expect(odd?.points).toBeLessThan(150_000)
})

test('at every hour of the week the search rules of every company are valid', () => {
  for (let hour = 0; hour < 24 * 7; hour++) {
    const at = new Date(Date.parse(NOW) + hour * 3_600_000)
    for (const company of [asId<CompanyId>(1), asId<CompanyId>(2), asId<CompanyId>(3)]) {
      const { steps } = rulesAt(company, at)
      expect(stepsFor(steps)).toEqual(steps)
    }
  }
  const steps = (at: string) => rulesAt(asId<CompanyId>(1), new Date(at)).methodId
  expect([steps('2026-03-18T10:00:00Z'), steps('2026-03-18T21:00:00Z'), steps('2026-03-21T10:00:00Z')]).toEqual([
    1, 2, 3,
  ])
})
