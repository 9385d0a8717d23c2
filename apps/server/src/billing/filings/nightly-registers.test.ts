import { listFilings } from '@dispecerat/contract/billing/filings'
import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import { expect, test } from 'vitest'
import { anOffice } from '../../testing/an-office.ts'
import { aCompany } from '../../testing/builders.ts'
import { fileDueRegisters } from './file-due-registers.ts'

/** A company that files registers automatically from 1 March, and one that does not. */
async function anOfficeThatFiles(format: 'xml' | 'csv' = 'xml') {
  const office = await anOffice({ at: '2026-03-01T12:00:00+02:00' })
  const { server, companyId } = office.fixture
  await aCompany(server)
  const body = { company_id: companyId, files_register: true, register_format: format }
  const changed = await server.request(changeGroupSettings, { params: { group: 'filings' }, body }, office.boss)
  expect(changed.status).toBe(200)
  return {
    office,
    server,
    fileDue: () => fileDueRegisters(server),
    filed: async () => {
      const { data } = (await server.request(listFilings, { query: { kind: 'townhall' } }, office.boss)).reply
      return data.map(({ day, format: form, state }) => `${day} ${form} ${state}`).sort()
    },
    companiesThatFiled: async () =>
      (await server.db.selectFrom('filings').select('company_id').distinct().execute()).map((row) => row.company_id),
    companyId,
    [Symbol.asyncDispose]: () => office[Symbol.asyncDispose](),
  }
}

test('a register is filed once, in the night after its day, from 03:00 on', async () => {
  await using night = await anOfficeThatFiles('csv')
  const { office, fileDue, filed } = night
  await office.travel('2026-03-02T02:59:00+02:00')
  await fileDue()
  expect(await filed()).toEqual([])
  await office.travel('2026-03-02T03:00:00+02:00')
  await Promise.all([fileDue(), fileDue()])
  await fileDue()
  expect(await filed()).toEqual(['2026-03-01 csv pending'])
  expect(await night.companiesThatFiled()).toEqual([night.companyId])
})

test('a server that was off files the missed days when it is back, also across the change to summer time', async () => {
  await using night = await anOfficeThatFiles()
  const { office, fileDue, filed } = night
  await office.travel('2026-03-28T04:00:00+02:00')
  await fileDue()
  expect(await filed()).toEqual(['2026-03-27 xml pending'])
  await office.travel('2026-03-31T09:00:00+03:00')
  await fileDue()
  expect(await filed()).toEqual([
    '2026-03-27 xml pending',
    '2026-03-28 xml pending',
    '2026-03-29 xml pending',
    '2026-03-30 xml pending',
  ])
})
