import { changeMessageText } from '@dispecerat/contract/office/message-texts'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDriver, aUser } from '../../testing/builders.ts'
import { warnOfDueDocuments } from './documents.jobs.ts'

/** Car 27 of Ion with an RCA until 15 April, Ion's attestation until 30 March; the job runs by local time in Bucharest. */
async function aFleet() {
  const server = await aServer({ at: '2026-03-01T09:00:00+02:00' })
  const { companyId } = await aCompany(server, { name: 'Taxi Roșu' })
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const ion = await aDriver(server, { companyId, indicativ: '27' })
  await server.db.updateTable('users').set({ name: 'Pop Ion' }).where('id', '=', ion.driverId).execute()
  const documentsOfCar = (documents: object) =>
    server.db.updateTable('cars').set(documents).where('id', '=', ion.carId).execute()
  await documentsOfCar({ number: 'BV27DSP', rca_until: '2026-04-15' })
  await server.db
    .insertInto('driver_papers')
    .values({ driver_id: ion.driverId, licence_no: null, licence_until: null, attestation_until: '2026-03-30' })
    .execute()
  const outboundMessages = () =>
    server.db.selectFrom('outbox').select(['kind', 'recipient', 'user_id', 'text']).orderBy('id')
  const runAt = async (at: string) => {
    const before = (await outboundMessages().execute()).length
    server.clock.set(at)
    await warnOfDueDocuments(server)
    return (await outboundMessages().execute()).slice(before)
  }
  return { server, companyId, boss, ion, documentsOfCar, runAt, [Symbol.asyncDispose]: () => server.stop() }
}

test('a document is warned about thirty and seven days before it expires and on the last day, each once, in the morning', async () => {
  await using fleet = await aFleet()
  const { server, boss, ion, runAt } = fleet
  // The attestation ends in 29 days: warned about at once, as within thirty.
  const first = await runAt('2026-03-01T08:00:00+02:00')
  expect(first.map(({ kind, recipient, user_id }) => [kind, recipient ?? user_id])).toEqual([
    ['mail', boss.email],
    ['push', ion.driverId],
  ])
  expect(first[0]?.text).toContain('– Atestatul, șoferul Pop Ion: expiră pe 30.03.2026, în 29 de zile')
  expect(first[0]?.text).not.toContain('RCA')
  expect(first[1]?.text).toContain('Atestatul expiră pe 30.03.2026, în 29 de zile')

  expect(await runAt('2026-03-15T12:00:00+02:00')).toEqual([])
  expect(await runAt('2026-03-16T07:59:00+02:00')).toEqual([])
  const [mail, push] = await runAt('2026-03-16T08:00:00+02:00')
  expect(mail?.text).toContain('– RCA, mașina 27 (BV27DSP): expiră pe 15.04.2026, în 30 de zile')
  expect(push).toMatchObject({ user_id: ion.driverId })
  expect(await runAt('2026-03-16T20:00:00+02:00')).toEqual([])

  expect((await runAt('2026-03-23T08:00:00+02:00'))[0]?.text).toContain('Atestatul, șoferul Pop Ion')
  // Daylight saving time starts on the 29th; eight in the morning is local time.
  expect(await runAt('2026-03-30T07:59:00+03:00')).toEqual([])
  expect((await runAt('2026-03-30T08:00:00+03:00'))[0]?.text).toContain('expiră azi, 30.03.2026')
  expect((await runAt('2026-04-08T09:00:00+03:00'))[0]?.text).toContain('în 7 zile')
  expect((await runAt('2026-04-15T09:00:00+03:00'))[0]?.text).toContain('expiră azi, 15.04.2026')
  expect(await runAt('2026-04-16T09:00:00+03:00')).toEqual([])
  const notices = await server.db
    .selectFrom('messages')
    .select('receiver_id')
    .where('receiver_id', '=', ion.driverId)
    .execute()
  expect(notices).toHaveLength(6)
})

test('a renewed document is warned about again; those of inactive cars and drivers are not', async () => {
  await using fleet = await aFleet()
  const { server, ion, documentsOfCar, runAt } = fleet
  await runAt('2026-04-15T09:00:00+03:00')
  await documentsOfCar({ rca_until: '2026-05-10' })
  expect((await runAt('2026-04-15T10:00:00+03:00'))[0]?.text).toContain('RCA, mașina 27 (BV27DSP)')
  await documentsOfCar({ rca_until: '2026-05-11', is_active: false })
  await server.db.updateTable('users').set({ is_active: false }).where('id', '=', ion.driverId).execute()
  await server.db.updateTable('driver_papers').set({ attestation_until: '2026-04-20' }).execute()
  expect(await runAt('2026-04-15T11:00:00+03:00')).toEqual([])
})

test('servers that poll in the same minute warn once; a warning missed while the server was down is sent when it is back', async () => {
  await using fleet = await aFleet()
  const { server } = fleet
  await using other = await aServer({ besides: server })
  server.clock.set('2026-04-17T09:00:00+03:00')
  await Promise.all([server, other, server, other].map(warnOfDueDocuments))
  const mails = await server.db.selectFrom('outbox').select('text').where('kind', '=', 'mail').execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('a expirat pe 15.04.2026')
  // Expired too long ago for a warning.
  expect(mails[0]?.text).not.toContain('Atestatul')
})

test('a company that switched the texts off gets no warnings, another one still does', async () => {
  await using fleet = await aFleet()
  const { server, boss, companyId, runAt } = fleet
  const { companyId: neighbour } = await aCompany(server)
  const other = await aUser(server, { roles: ['company_admin'], companyIds: [neighbour] })
  const theirs = await aDriver(server, { companyId: neighbour })
  await server.db.updateTable('cars').set({ itp_until: '2026-03-03' }).where('id', '=', theirs.carId).execute()
  const token = await server.logIn(boss.email)
  for (const key of ['papers_ending', 'driver_papers_ending'] as const) {
    const body = { company_id: companyId, is_on: false }
    expect((await server.request(changeMessageText, { params: { key }, body }, token)).status).toBe(200)
  }
  const sent = await runAt('2026-03-01T10:00:00+02:00')
  expect(sent.map(({ recipient, user_id }) => recipient ?? user_id)).toEqual([other.email, theirs.driverId])
})
