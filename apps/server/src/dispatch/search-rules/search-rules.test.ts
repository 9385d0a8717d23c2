import * as contract from '@dispecerat/contract/dispatch/search-rules'
import { listChanges } from '@dispecerat/contract/office/changes'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aUser } from '../../testing/builders.ts'
import { WRONG_INTERVALS } from './testing/wrong-intervals.ts'

let server: TestServer
let companyId: CompanyId
let manager: string
let dispatcher: string

beforeAll(async () => {
  server = await aServer()
})
beforeEach(async () => {
  companyId = (await aCompany(server)).companyId
  manager = await logInAs('company_admin', [companyId])
  dispatcher = await logInAs('dispatcher', [companyId])
})
afterAll(() => server.stop())

async function logInAs(role: 'admin' | 'company_admin' | 'dispatcher', companyIds: CompanyId[]): Promise<string> {
  return server.logIn((await aUser(server, { roles: [role], companyIds })).email)
}

type Input = z.input<typeof contract.createSearchInterval.body>

async function create(body: Input, token = manager): Promise<contract.SearchInterval> {
  return (await server.request(contract.createSearchInterval, { body }, token)).reply.data
}

async function listed(token = dispatcher, company_id = companyId): Promise<contract.SearchInterval[]> {
  return (await server.request(contract.listSearchIntervals, { query: { company_id } }, token)).reply.data
}

const idsOf = (intervals: readonly { id: number }[]) => intervals.map(({ id }) => id)

function patch(id: number, body: z.input<typeof contract.editSearchInterval.body>, version?: number, token = manager) {
  return server.request(contract.editSearchInterval, { params: { id }, body, headers: headersOf(version) }, token)
}

function headersOf(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { 'if-match': String(version) }
}

describe('editing the rules', () => {
  test('an interval with only defaults applies all week and searches by the fallback', async () => {
    const interval = await create({})
    expect(interval).toMatchObject({
      company_id: companyId,
      search_method_id: null,
      name: null,
      type: 'weekdays',
      value: { time_from: '00:00:00', time_to: '23:59:59', selected_day: null, custom_day: null },
      definitions: { items: [] },
      version: 1,
      method_version: null,
    })
    expect(await listed()).toEqual([interval])
  })

  test('steps sent with an interval become its method, with the documented defaults', async () => {
    const interval = await create({
      name: ' Noaptea ',
      definitions: { items: [{}, { search_type: 'by_radius', search_limit: 3000 }] },
    })
    expect(interval).toMatchObject({ name: 'Noaptea', method_version: 1, search_method_id: expect.any(Number) })
    expect(interval.definitions.items[0]).toEqual({
      search_type: 'by_zone',
      search_time: 6,
      search_limit: 50,
      search_order_by: 'by_distance',
      notification_method: 'all',
      exclude_previous: false,
      show_for_busy_drivers: false,
      ban_conditions: { active: false, type: 'ban', drivers: { from: 1, to: 1 }, count: 5, reset_interval: 60 },
      stagger: null,
    })
    const params = { id: interval.search_method_id ?? 0 }
    const { reply } = await server.request(contract.readSearchMethod, { params }, manager)
    expect(reply.data.definitions).toEqual(interval.definitions)
  })

  test('one method serves two intervals: its steps change for both', async () => {
    const { reply } = await server.request(
      contract.createSearchMethod,
      { body: { definitions: { items: [{}] } } },
      manager,
    )
    const { id } = reply.data
    await create({ search_method_id: id, value: { selected_day: 6 } })
    await create({ search_method_id: id, value: { selected_day: 7 } })
    const definitions = { items: [{ search_time: 9 }] }
    await server.request(contract.editSearchMethod, { params: { id }, body: { definitions } }, manager)
    expect((await listed()).map(({ definitions: { items } }) => items.map(({ search_time }) => search_time))).toEqual([
      [9],
      [9],
    ])
  })

  test('the list is the precedence: new ones come last, or at the requested position', async () => {
    const a = await create({ name: 'A' })
    const b = await create({ name: 'B' })
    const first = await create({ name: 'C', position: 1 })
    const second = await create({ name: 'D', position: 2 })
    expect(idsOf(await listed())).toEqual([first.id, second.id, a.id, b.id])
    const ids = [b.id, a.id, second.id, first.id]
    const sorted = await server.request(contract.sortSearchIntervals, { body: { ids } }, manager)
    expect(idsOf(sorted.reply.data)).toEqual(ids)
    expect(idsOf(await listed())).toEqual(ids)
  })

  test('the audit log has the author of a rule change, before and after', async () => {
    const { id } = await create({ name: 'Ziua' })
    await patch(id, { name: 'Zi lungă', value: { time_from: '06:00:00', time_to: '21:59:59' } })
    const other = await create({ name: 'Noaptea' })
    await server.request(contract.sortSearchIntervals, { body: { ids: [other.id, id] } }, manager)
    await server.request(contract.deleteSearchInterval, { params: { id } }, manager)
    const query = { company_id: String(companyId) }
    const journal = (await server.request(listChanges, { query }, manager)).reply.data.toReversed()
    const [made, edited, , sorted, removed] = journal
    expect(made).toMatchObject({ entity: 'search_interval', entity_id: id, action: 'created' })
    expect(made?.fields).toContainEqual({ field: 'name', before: null, after: 'Ziua' })
    expect(edited?.fields).toEqual([
      { field: 'name', before: 'Ziua', after: 'Zi lungă' },
      { field: 'when', before: expect.stringContaining('în fiecare zi'), after: 'în fiecare zi, 06:00–22:00' },
    ])
    expect(sorted?.fields).toEqual([
      { field: 'intervals', before: ['Zi lungă', 'Noaptea'], after: ['Noaptea', 'Zi lungă'] },
    ])
    expect(removed).toMatchObject({ entity: 'search_interval', action: 'deleted', user: { name: expect.any(String) } })
    expect((await listed())[0]?.updated_by).toMatchObject({ name: expect.stringMatching(/^Om /) })
  })
})

describe('refused input, at its field', () => {
  test.each(WRONG_INTERVALS)('%s', async (_name, body, fields) => {
    const { status, body: problem } = await server.request(contract.createSearchInterval, { body }, manager)
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, fields])
    expect(await listed()).toEqual([])
  })

  test('making a weekday rule a special day requires the date', async () => {
    const { id } = await create({})
    expect((await patch(id, { type: 'custom' })).body.errors).toEqual({
      'value.custom_day': ['Alegeți data zilei speciale.'],
    })
    const value = { custom_day: '2026-12-01' }
    expect((await patch(id, { type: 'custom', value })).reply.data).toMatchObject({ type: 'custom', value })
  })

  test('a sorting that leaves one out, repeats one or contains an unknown one', async () => {
    const [a, b] = [await create({}), await create({})]
    const sort = (ids: number[]) => server.request(contract.sortSearchIntervals, { body: { ids } }, manager)
    expect((await sort([a.id])).body.errors).toEqual({ ids: ['Lista trebuie să cuprindă toate intervalele companiei'] })
    expect((await sort([a.id, b.id, a.id])).body.errors).toEqual({ ids: ['Un interval apare de două ori în listă'] })
    expect((await sort([a.id, 999_999])).status).toBe(404)
    expect(idsOf(await listed())).toEqual([a.id, b.id])
  })

  test('the sixty-first interval', async () => {
    await server.db
      .insertInto('search_intervals')
      .values(
        Array.from({ length: 60 }, (_, n) => ({ company_id: companyId, type: 'weekdays' as const, sort_order: n + 1 })),
      )
      .execute()
    const { status, body } = await server.request(contract.createSearchInterval, { body: {} }, manager)
    expect([status, body.errors]).toEqual([422, { intervals: ['Cel mult 60 de intervale'] }])
  })

  test('a dispatcher reads and may not write', async () => {
    const { id } = await create({})
    expect((await patch(id, { name: 'Nu' }, undefined, dispatcher)).status).toBe(403)
    expect((await listed(dispatcher)).length).toBe(1)
  })
})

describe('two editors', () => {
  test('the second gets a conflict with the current version', async () => {
    const interval = await create({})
    expect((await patch(interval.id, { name: 'Unu' }, interval.version)).reply.data).toMatchObject({ version: 2 })
    const late = await patch(interval.id, { name: 'Doi' }, interval.version)
    expect(late).toMatchObject({ status: 409, body: { code: 'search_rules.changed_meanwhile', version: 2 } })
    expect((await listed())[0]?.name).toBe('Unu')
  })

  // Without the lock on the company's rules several read the same version and all are answered 200.
  test('eight save one method at once: one wins, seven get a conflict', async () => {
    const { search_method_id, method_version } = await create({ definitions: { items: [{}] } })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        server.request(
          contract.editSearchMethod,
          {
            params: { id: search_method_id ?? 0 },
            body: { definitions: { items: [{ search_time: 10 + n }] } },
            headers: headersOf(method_version ?? undefined),
          },
          manager,
        ),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
  })

  test('eight add an interval at the top at once: all are stored, each at a position of its own', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, (_, n) => create({ name: `N${n}`, position: 1 })))
    expect(idsOf(await listed()).toSorted((a, b) => a - b)).toEqual(idsOf(made).toSorted((a, b) => a - b))
  })

  test('other consoles get every change of their company, and only of it', async () => {
    const other = (await aCompany(server)).companyId
    const near = await server.socket(dispatcher)
    const far = await server.socket(await logInAs('company_admin', [other]))
    await create({})
    await near.waitForEvent('search_intervals_changed')
    await far.caughtUp()
    expect(far.frames.map(({ event }) => event)).not.toContain('search_intervals_changed')
  })
})

describe('deleting', () => {
  test('a deleted interval is gone, and is restored at its position', async () => {
    const [a, b, c] = [await create({ name: 'A' }), await create({ name: 'B' }), await create({ name: 'C' })]
    const remove = { params: { id: b.id } }
    expect((await server.request(contract.deleteSearchInterval, remove, manager)).reply).toEqual({ ok: true })
    expect(idsOf(await listed())).toEqual([a.id, c.id])
    expect((await server.request(contract.deleteSearchInterval, remove, manager)).status).toBe(404)
    expect((await patch(b.id, { name: 'X' })).status).toBe(404)

    const top = await create({ name: 'D', position: 1 })
    await server.request(contract.restoreSearchInterval, remove, manager)
    expect(idsOf(await listed())).toEqual([top.id, a.id, b.id, c.id])
    expect((await server.request(contract.restoreSearchInterval, remove, manager)).status).toBe(404)
  })
})

describe('admins of several companies', () => {
  test('the first company is the default; the rules of another are requested by its id', async () => {
    const second = (await aCompany(server)).companyId
    const owner = await logInAs('company_admin', [companyId, second])
    const here = await create({}, owner)
    const there = await create({ company_id: second }, owner)
    expect([here.company_id, there.company_id]).toEqual([companyId, second])
    expect(idsOf(await listed(owner, second))).toEqual([there.id])
    const { reply } = await server.request(contract.listSearchIntervals, {}, owner)
    expect(reply).toMatchObject({ company_id: companyId, data: [{ id: here.id }] })
    expect(idsOf(reply.companies).toSorted((a, b) => a - b)).toEqual([companyId, second])
    const sorted = await server.request(contract.sortSearchIntervals, { body: { ids: [there.id] } }, owner)
    expect(idsOf(sorted.reply.data)).toEqual([there.id])
  })

  test('a method of another company is unknown, though the admin has both', async () => {
    const second = (await aCompany(server)).companyId
    const owner = await logInAs('company_admin', [companyId, second])
    const body = { company_id: second, definitions: { items: [{}] } }
    const otherTenant = (await server.request(contract.createSearchMethod, { body }, owner)).reply.data.id
    const crossed = { company_id: companyId, search_method_id: otherTenant }
    const refused = await server.request(contract.createSearchInterval, { body: crossed }, owner)
    expect([refused.status, refused.body.code]).toEqual([404, 'search_method.unknown'])
    const mine = await create({}, owner)
    expect((await patch(mine.id, { search_method_id: otherTenant }, undefined, owner)).status).toBe(404)
  })

  test('an admin who belongs to no company edits any', async () => {
    const admin = await logInAs('admin', [])
    const interval = await create({ company_id: companyId }, admin)
    expect((await patch(interval.id, { name: 'De sus' }, undefined, admin)).reply.data.name).toBe('De sus')
  })
})
