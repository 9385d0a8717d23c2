import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { listChanges } from '@dispecerat/contract/office/changes'
import { fetchRecording, listCallsForReport, listRecordingsOfOrder } from '@dispecerat/contract/telephony/call-reports'
import { asId, type CallId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RecordingsFolder } from '../../adapters/telephony/recordings-folder.ts'
import { createFixture, type Fixture } from '../../orders/testing/order-fixture.ts'
import { write } from '../../platform/db/write.ts'
import { wav } from '../call-reports/testing/wav.ts'

let fixture: Fixture
let folder: string
let orderId: OrderId
let callId: CallId
const SOUND = wav(3)

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recordings-'))
  fs.mkdirSync(path.join(folder, 'calls/2026'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'calls/first.wav'), SOUND)
  fs.writeFileSync(path.join(folder, 'calls/notes.txt'), 'not a sound')
  fs.writeFileSync(`${folder}-secret.wav`, SOUND)
  fs.symlinkSync(`${folder}-secret.wav`, path.join(folder, 'calls/link.wav'))
  fixture = await createFixture({ at: '2026-03-01T10:00:00Z', env: { RECORDINGS_DIR: path.join(folder, 'calls') } })
  orderId = asId<OrderId>((await fixture.place()).id)
  callId = await aCall(orderId)
  await recorded(callId, 'first.wav')
})
afterAll(async () => {
  await fixture.server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
  fs.rmSync(`${folder}-secret.wav`, { force: true })
})

async function aCall(ofOrder: OrderId | null): Promise<CallId> {
  const { server, companyId, dispatcherId } = fixture
  const rangAt = server.clock.now()
  const { id } = await server.db
    .insertInto('calls')
    .values({
      company_id: companyId,
      phone: '+40722000111',
      state: 'ended',
      order_id: ofOrder,
      dispatcher_id: dispatcherId,
      rang_at: rangAt,
      started_at: rangAt,
      ended_at: new Date(rangAt.getTime() + 3000),
      reason_type: 'call_ended',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function recorded(ofCall: number, file: string, seconds = 3) {
  const { server, actor } = fixture
  return write(server, actor, async (tx) => {
    await server.domainEvents.emit(tx, 'call.recorded', {
      callId: asId<CallId>(ofCall),
      file,
      seconds,
      now: server.clock.now(),
    })
    return {}
  })
}

async function fetchSound(ofCall: number, range?: string, token = fixture.dispatcher) {
  const answer = await fixture.server.inject({
    method: 'GET',
    url: `/api/calls/${ofCall}/recording`,
    headers: { authorization: `Bearer ${token}`, ...(range ? { range } : {}) },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

const plays = async () =>
  (await fixture.server.db.selectFrom('call_recording_plays').select('user_id').execute()).map(({ user_id }) => user_id)

describe('a recorded call', () => {
  test('can be played completely, in its format, and the listener is recorded', async () => {
    const before = (await plays()).length
    const { status, headers, bytes } = await fetchSound(callId)
    expect([status, headers['content-type'], headers['accept-ranges']]).toEqual([200, 'audio/wav', 'bytes'])
    expect(bytes.equals(SOUND)).toBe(true)
    expect((await plays()).slice(before)).toEqual([fixture.dispatcherId])
  })

  test('can be played from any position; continuing is not recorded a second time', async () => {
    const before = (await plays()).length
    const part = await fetchSound(callId, 'bytes=100-199')
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-199/${SOUND.length}`])
    expect(part.bytes.equals(SOUND.subarray(100, 200))).toBe(true)
    const end = await fetchSound(callId, `bytes=-44`)
    expect(end.bytes.equals(SOUND.subarray(-44))).toBe(true)
    const behind = await fetchSound(callId, `bytes=${SOUND.length}-`)
    expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${SOUND.length}`])
    expect((await plays()).length).toBe(before)
  })

  test('that is played from its middle alone is recorded too, and the audit log names the listener and the caller', async () => {
    const { server, manager, dispatcherId } = fixture
    await server.db.deleteFrom('audit_log').execute()
    server.pass(2 * 3600)
    const before = (await plays()).length
    await fetchSound(callId, 'bytes=100-199')
    await fetchSound(callId, 'bytes=200-')
    expect((await plays()).slice(before)).toEqual([dispatcherId])
    const { reply } = await server.request(listChanges, { query: {} }, manager)
    expect(reply.data).toMatchObject([
      { action: 'recording_played', entity: 'call', entity_name: '+40722000111', user: { id: dispatcherId } },
    ])
  })

  test('is shown with its order and in the list of calls', async () => {
    const { reply } = await fixture.server.request(
      listRecordingsOfOrder,
      { params: { id: orderId } },
      fixture.dispatcher,
    )
    expect(reply.data).toMatchObject([{ call_id: callId, direction: 'in', seconds: 3 }])
    const day = { date_from: '2026-03-01 00:00:00', date_to: '2026-03-01 23:59:59' }
    const listed = await fixture.server.request(listCallsForReport, { query: day }, fixture.dispatcher)
    expect(listed.reply.data.find(({ id }) => id === callId)?.recording).toMatchObject({ seconds: 3 })
  })

  test('does not exist for another company', async () => {
    expect((await fetchSound(callId, undefined, fixture.rival)).status).toBe(404)
    expect(
      (await fixture.server.request(listRecordingsOfOrder, { params: { id: orderId } }, fixture.rival)).status,
    ).toBe(404)
    expect((await fetchSound(callId, undefined, fixture.driverToken)).status).toBe(403)
  })

  test('that is reported twice is stored once, with the last length', async () => {
    await recorded(callId, 'first.wav', 4)
    const { reply } = await fixture.server.request(
      listRecordingsOfOrder,
      { params: { id: orderId } },
      fixture.dispatcher,
    )
    expect(reply.data.map(({ seconds }) => seconds)).toEqual([4])
  })
})

test('a call without a recording, and one whose file is gone, return an error', async () => {
  const silent = await aCall(null)
  expect(await fixture.server.request(fetchRecording, { params: { id: silent } }, fixture.dispatcher)).toMatchObject({
    status: 404,
    body: { code: 'call.no_recording' },
  })
  await recorded(silent, 'gone.wav')
  expect((await fetchSound(silent)).status).toBe(404)
})

test.each([
  ['up and out', '../../secret.wav'],
  ['beside the folder, by its own name', '../calls-secret.wav'],
  ['by a link', 'link.wav'],
  ['absolute', '/etc/hostname.wav'],
  ['no sound', 'notes.txt'],
  ['a folder', '2026'],
  ['a name with an end in the middle', 'first.wav\0.wav'],
  ['nothing', ''],
])('a name that leads %s finds nothing', async (_how, file) => {
  expect(await new RecordingsFolder(path.join(folder, 'calls')).open(file)).toBeNull()
})
