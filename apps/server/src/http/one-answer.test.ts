import { createAnnouncement, editAnnouncement } from '@dispecerat/contract/announcements'
import { banUser } from '@dispecerat/contract/bans'
import { createCar, editCar } from '@dispecerat/contract/cars'
import { blockPhone } from '@dispecerat/contract/company-desk'
import { createContent, editContent } from '@dispecerat/contract/content'
import { createDevice, editDevice } from '@dispecerat/contract/devices'
import { createDiscount, editDiscount } from '@dispecerat/contract/discounts'
import { makeReportToken } from '@dispecerat/contract/driver-reports'
import type { Endpoint } from '@dispecerat/contract/endpoint'
import { changeFinanceSettings, transferBetween } from '@dispecerat/contract/finances'
import { correctInvoice, payInvoice } from '@dispecerat/contract/invoices'
import { changeMessageText } from '@dispecerat/contract/message-texts'
import { sendMessage } from '@dispecerat/contract/messages'
import { addPlace, createOrder, editOrder, editPlace } from '@dispecerat/contract/orders'
import { addOwnClient } from '@dispecerat/contract/own-clients'
import { createPerson, updatePerson } from '@dispecerat/contract/people'
import { addPriorityWindow } from '@dispecerat/contract/priorities'
import { editContract, saveBillingProfile } from '@dispecerat/contract/protocol'
import { createSearchInterval, createSearchMethod, editSearchInterval } from '@dispecerat/contract/search-rules'
import { createStand, editStand } from '@dispecerat/contract/stands'
import { createPolygon, editPolygon, splitPolygon } from '@dispecerat/contract/zones'
import { FieldErrors } from '@dispecerat/domain/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import { SQUARE } from '../orders/testing/a-room.ts'
import { PROFILE } from '../protocol/testing/a-billed-office.ts'
import { anInvoice } from '../protocol/testing/an-invoice.ts'
import { aClient, anOrder, PASSWORD, TOWN_SQUARE } from '../testing/builders.ts'

type Body = Record<string, unknown>

interface Row {
  endpoint: Endpoint
  as?: 'boss' | 'dispatcher' | 'admin' | 'account'
  id?: number
  /** Of the address beside the id. */
  params?: Record<string, unknown>
  /** Some fields of a wrong shape, some of a right one that a rule refuses. */
  body: Body
  /** All of them, sorted. */
  fields: string[]
}

const LONG = 'x'.repeat(2001)
const ABROAD = { ...SQUARE, lat: 47.5, long: 19.04 }
const FAR = '2099-01-01 10:00:00'
const UNKNOWN = 999_999_999

const { lat, long } = TOWN_SQUARE
const square = (side: number) => [
  { lat, long },
  { lat: lat + side, long },
  { lat: lat + side, long: long + side },
  { lat, long: long + side },
]
/** Its sides cross one another. */
const BOW = [square(0.01)[0], square(0.01)[2], square(0.01)[1], square(0.01)[3]]

let office: Awaited<ReturnType<typeof anInvoice>>
let rows: Record<string, Row>
let account: string

beforeAll(async () => {
  office = await anInvoice()
  rows = {
    ...{ ...(await orderRows()), ...(await peopleRows()), ...(await fleetRows()), ...(await officeRows()) },
    ...(await deskRows()),
  }
})
afterAll(() => office.server.stop())

async function made(endpoint: Endpoint, body: Body, token = office.boss): Promise<number> {
  const { reply } = await office.server.call(endpoint, { body } as never, token)
  return (reply as { data: { id: number } }).data.id
}

async function orderRows(): Promise<Record<string, Row>> {
  const { room, server } = office
  const { companyId, dispatcherId } = room
  const { orderId: draft } = await anOrder(server, { companyId, state: 'new' })
  await server.db.updateTable('orders').set({ client_phone: null, phone: null }).where('id', '=', draft).execute()
  const { id: open } = await room.place()
  const finished = await office.drive(25)
  return {
    'an order': {
      endpoint: createOrder,
      body: {
        ...{ client_phone: '07', name: LONG, departure_time: FAR, service_id: 999, places: [ABROAD] },
        ...{ options: { covor_zburator: true }, custom_driver_ids: [dispatcherId] },
      },
      fields: [
        ...['client_phone', 'custom_driver_ids', 'departure_time', 'name', 'options.covor_zburator', 'places.0.lat'],
        'service_id',
      ],
    },
    'an order with a promotional code': {
      endpoint: createOrder,
      body: { client_phone: '0722333444', places: [SQUARE], promo_code: 'NUEXISTA', weight_kg: -1, package_note: LONG },
      fields: ['package_note', 'promo_code', 'weight_kg'],
    },
    'an order that is edited': {
      endpoint: editOrder,
      id: open,
      body: { name: LONG, about_client: 7, custom_driver_ids: [dispatcherId], departure_time: FAR, places: [ABROAD] },
      fields: ['about_client', 'custom_driver_ids', 'departure_time', 'name', 'places.0.lat'],
    },
    'the fare of a finished order': {
      endpoint: editOrder,
      as: 'boss',
      id: finished,
      body: { name: LONG, about_client: 7, cost: 10, discount_amount: 20 },
      fields: ['about_client', 'discount_amount', 'fare_reason', 'name'],
    },
    'a draft that is placed': {
      endpoint: editOrder,
      id: draft,
      body: { state: 'created', name: LONG, about_client: 7, departure_time: FAR, service_id: 999 },
      fields: ['about_client', 'departure_time', 'name', 'phone', 'service_id'],
    },
  }
}

async function peopleRows(): Promise<Record<string, Row>> {
  const { room, server, ion, ana } = office
  const { companyId } = room
  const ids = { company_ids: [companyId] }
  const known = await aClient(server, { companyIds: [companyId] })
  const other = await aClient(server, { companyIds: [companyId] })
  const taken = await server.db
    .selectFrom('users')
    .select(['phone', 'email', 'identifier'])
    .where('id', '=', ana.driverId)
    .executeTakeFirstOrThrow()
  return {
    'a driver': {
      endpoint: createPerson,
      as: 'boss',
      body: { ...ids, ...taken, roles: ['driver'], password: '12345678', name: '', licence_until: 'mâine' },
      fields: ['email', 'identifier', 'licence_until', 'name', 'password', 'phone'],
    },
    'a client': {
      endpoint: createPerson,
      as: 'boss',
      body: {
        ...{ ...ids, roles: ['client'], phone: known.phone, identifier: taken.identifier, password: PASSWORD },
        ...{ protocol_parent_user_id: UNKNOWN, name: '', licence_until: 'mâine' },
      },
      fields: ['identifier', 'licence_until', 'name', 'password', 'phone', 'protocol_parent_user_id'],
    },
    'a driver who is edited': {
      endpoint: updatePerson,
      as: 'boss',
      id: ion.driverId,
      body: { ...taken, company_ids: [], name: '', licence_until: 'mâine' },
      fields: ['company_ids', 'email', 'licence_until', 'name', 'phone'],
    },
    'a driver’s code': {
      endpoint: updatePerson,
      as: 'boss',
      id: ion.driverId,
      body: { identifier: taken.identifier, name: '', licence_until: 'mâine' },
      fields: ['identifier', 'licence_until', 'name'],
    },
    'a client who is edited': {
      endpoint: updatePerson,
      as: 'boss',
      id: known.clientId,
      body: {
        ...{ phone: other.phone, identifier: taken.identifier, protocol_parent_user_id: UNKNOWN },
        ...{ name: '', licence_until: 'mâine' },
      },
      fields: ['identifier', 'licence_until', 'name', 'phone', 'protocol_parent_user_id'],
    },
    'a ban': {
      endpoint: banUser,
      id: ion.driverId,
      body: { unit: 'week', amount: 'x', ban_until: '2020-01-01 00:00:00', reason: '' },
      fields: ['amount', 'ban_until', 'reason', 'unit'],
    },
    'a message': {
      endpoint: sendMessage,
      body: { user_id: ion.driverId, message: '', title: LONG, sender_name: 'Altcineva' },
      fields: ['message', 'sender_name', 'title'],
    },
  }
}

async function fleetRows(): Promise<Record<string, Row>> {
  const { ion, ana, server, room } = office
  const taken = await server.db
    .selectFrom('cars')
    .select(['number', 'indicativ'])
    .where('id', '=', ana.carId)
    .executeTakeFirstOrThrow()
  // Builders write plates with spaces, people type them as the shape keeps them.
  const number = taken.number.replaceAll(' ', '')
  await server.db.updateTable('cars').set({ number }).where('id', '=', ana.carId).execute()
  const car = { ...taken, number, options: ['covor_zburator'], year: 'nou', seats: 'multe' }
  const zone = await made(createPolygon, { name: 'Centru', paths: square(0.02) })
  await made(createPolygon, { name: 'Nord', paths: square(0.02).map((at) => ({ ...at, lat: at.lat + 0.1 })) })
  const interval = await made(createSearchInterval, { name: 'Noaptea' })
  const step = { search_type: 'by_radius', notification_method: 'all', search_time: 0, search_limit: 5000 }
  const definitions = { items: [step] }
  const value = { time_from: '25:00:00' }
  return {
    'a car': {
      endpoint: createCar,
      as: 'boss',
      body: car,
      fields: ['indicativ', 'number', 'options', 'seats', 'year'],
    },
    'a car that is edited': {
      endpoint: editCar,
      as: 'boss',
      id: ion.carId,
      body: car,
      fields: ['indicativ', 'number', 'options', 'seats', 'year'],
    },
    'a search interval': {
      endpoint: createSearchInterval,
      as: 'boss',
      body: { name: LONG, position: 0, type: 'custom', value, definitions },
      fields: ['definitions.items.0.search_time', 'name', 'position', 'value.custom_day', 'value.time_from'],
    },
    'a search interval that is edited': {
      endpoint: editSearchInterval,
      as: 'boss',
      id: interval,
      body: { name: LONG, search_method_id: 'x', type: 'custom', value },
      fields: ['name', 'search_method_id', 'value.custom_day', 'value.time_from'],
    },
    'a search method': {
      endpoint: createSearchMethod,
      as: 'admin',
      body: { company_id: room.companyId, definitions },
      fields: ['definitions.items.0.search_time'],
    },
    'a priority window': {
      endpoint: addPriorityWindow,
      as: 'boss',
      body: { from: 'azi', to: 'mâine', users: [{ id: room.dispatcherId }] },
      fields: ['from', 'to', 'users'],
    },
    'a zone': {
      endpoint: createPolygon,
      as: 'boss',
      body: { name: '', color: 'roz', paths: BOW },
      fields: ['color', 'name', 'paths'],
    },
    'a zone with the name of another': {
      endpoint: createPolygon,
      as: 'boss',
      body: { name: 'nord', color: 'roz', paths: BOW },
      fields: ['color', 'name', 'paths'],
    },
    'a zone that is edited': {
      endpoint: editPolygon,
      as: 'boss',
      id: zone,
      body: { name: 'nord', color: 'roz', paths: BOW },
      fields: ['color', 'name', 'paths'],
    },
    'a zone that is cut': {
      endpoint: splitPolygon,
      as: 'boss',
      id: zone,
      body: {
        name: LONG,
        line: [
          { lat: lat + 1, long },
          { lat: lat + 1, long: long + 0.1 },
        ],
      },
      fields: ['line', 'name'],
    },
  }
}

async function officeRows(): Promise<Record<string, Row>> {
  const { room, accountId, id: invoice } = office
  const page = await made(createContent, { url: 'ajutor', type: 'page', title: 'Ajutor' }, room.admin)
  const second = await made(createContent, { url: 'alta', type: 'page', title: 'Alta' }, room.admin)
  const discount = { name: 'Vara', type: 'percent', value: 10, trigger: 'promo_code' }
  await made(createDiscount, { ...discount, code: 'VARA' })
  const autumn = await made(createDiscount, { ...discount, code: 'TOAMNA' })
  const wrongDiscount = {
    ...{
      name: '',
      is_active: 'poate',
      type: 'percent',
      value: 150,
      trigger: 'promo_code',
      code: 'vara',
      max_amount: 0,
    },
    ...{ time_from: '10:00', time_to: null, valid_from: '2026-05-02', valid_to: '2026-05-01', service_ids: [UNKNOWN] },
  }
  const discountFields = [...['code', 'is_active', 'max_amount', 'name', 'service_ids', 'time_to', 'valid_to', 'value']]
  const wrongPage = { title: '', menu_order: 'sus', url: 'alta', type: 'page', parent_id: second }
  return {
    'a contract': {
      endpoint: editContract,
      as: 'boss',
      id: accountId,
      body: { payment_days: 'multe', contact_email: 'nu', county: 'B', city: 'Centru', discount_id: UNKNOWN },
      fields: ['city', 'contact_email', 'discount_id', 'payment_days'],
    },
    'a billing profile': {
      endpoint: saveBillingProfile,
      as: 'boss',
      body: {
        ...{ ...PROFILE, cui: 'RO 361757', county: 'B', city: 'Centru', vat_state: 'exempt', credit_series: 'dsp' },
        ...{ email: 'nu', legal_name: '' },
      },
      fields: ['city', 'credit_series', 'cui', 'email', 'exemption_reason', 'legal_name'],
    },
    'a payment': {
      endpoint: payInvoice,
      as: 'boss',
      id: invoice,
      body: { amount: 9999, paid_on: '2099-01-01', method: 'scoici', reference: LONG },
      fields: ['amount', 'method', 'paid_on', 'reference'],
    },
    'a credit note': {
      endpoint: correctInvoice,
      as: 'boss',
      id: invoice,
      body: { reason: LONG, lines: [{ line: 99, amount: 1 }] },
      fields: ['lines.0.line', 'reason'],
    },
    'a discount': { endpoint: createDiscount, as: 'boss', body: wrongDiscount, fields: discountFields },
    'a discount that is edited': {
      endpoint: editDiscount,
      as: 'boss',
      id: autumn,
      body: wrongDiscount,
      fields: discountFields,
    },
    'a page': {
      endpoint: createContent,
      as: 'admin',
      body: wrongPage,
      fields: ['menu_order', 'parent_id', 'title', 'url'],
    },
    'a page that is edited': {
      endpoint: editContent,
      as: 'admin',
      id: page,
      body: wrongPage,
      fields: ['menu_order', 'parent_id', 'title', 'url'],
    },
  }
}

async function deskRows(): Promise<Record<string, Row>> {
  const { room, server, ion, accountId } = office
  const { companyId } = room
  const { id: order, places } = await room.place()
  const blocked = '+40722000111'
  await made(blockPhone, { phone: blocked, reason: 'Glume' }, room.dispatcher)
  const stand = await made(createStand, { name: 'Gara', lat, long, radius_m: 100 })
  const device = { platform: 'android', imei: '490154203237518', install_id: 'instalare-1' }
  await made(createDevice, device)
  const other = await made(createDevice, { platform: 'android', install_id: 'instalare-2' })
  const times = { starts_at: '2026-05-02 10:00:00', ends_at: '2026-05-01 10:00:00' }
  const notice = await made(createAnnouncement, { title: 'Anunț', text: 'Text', audience: 'all' })
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  account = await server.logIn(email ?? '')
  const driver = await aClient(server, { companyIds: [companyId] })
  await server.db
    .updateTable('company_clients')
    .set({ protocol_parent_user_id: accountId })
    .where('user_id', '=', driver.clientId)
    .execute()
  return {
    'an address of an order': {
      endpoint: editPlace,
      params: { id: order, placeId: places[0]?.id },
      body: { ...ABROAD, name: '', bloc: LONG },
      fields: ['bloc', 'lat', 'name'],
    },
    'another address of an order': {
      endpoint: addPlace,
      id: order,
      body: { place: ABROAD, position: -1 },
      fields: ['place.lat', 'position'],
    },
    'a blocked phone': {
      endpoint: blockPhone,
      body: { phone: blocked, reason: '' },
      fields: ['phone', 'reason'],
    },
    'a stand': {
      endpoint: createStand,
      as: 'boss',
      body: { name: '', lat: 47.5, long: 19.04, radius_m: 'mare' },
      fields: ['lat', 'name', 'radius_m'],
    },
    'a stand that is edited': {
      endpoint: editStand,
      as: 'boss',
      id: stand,
      body: { name: '', lat: 47.5, long: 19.04, radius_m: 'mare' },
      fields: ['lat', 'name', 'radius_m'],
    },
    'a device': {
      endpoint: createDevice,
      as: 'boss',
      body: { ...device, model: LONG, notes: 7 },
      fields: ['imei', 'install_id', 'model', 'notes'],
    },
    'a device that is edited': {
      endpoint: editDevice,
      as: 'boss',
      id: other,
      body: { imei: device.imei, model: LONG, notes: 7 },
      fields: ['imei', 'model', 'notes'],
    },
    'an announcement': {
      endpoint: createAnnouncement,
      as: 'boss',
      body: { ...times, title: '', text: 'Text', audience: 'nimeni' },
      fields: ['audience', 'ends_at', 'title'],
    },
    'an announcement that is edited': {
      endpoint: editAnnouncement,
      as: 'boss',
      id: notice,
      body: { ...times, title: '', audience: 'nimeni' },
      fields: ['audience', 'ends_at', 'title'],
    },
    'money between drivers': {
      endpoint: transferBetween,
      as: 'boss',
      body: { from_driver_id: ion.driverId, to_driver_id: ion.driverId, amount: -1, note: LONG },
      fields: ['amount', 'note', 'to_driver_id'],
    },
    'the commission': {
      endpoint: changeFinanceSettings,
      as: 'boss',
      body: { commission_type: 'percent', commission_value: 150, protocol_payout: 'x', card_fee_percent: 'y' },
      fields: ['card_fee_percent', 'commission_value', 'protocol_payout'],
    },
    'a link to trips': {
      endpoint: makeReportToken,
      as: 'boss',
      id: ion.driverId,
      body: { from: times.starts_at, to: times.ends_at, expires_days: 0 },
      fields: ['expires_days', 'to'],
    },
    'a client of an account': {
      endpoint: addOwnClient,
      as: 'account',
      body: { phone: driver.phone, name: '', note: LONG },
      fields: ['name', 'note', 'phone'],
    },
    'a message text': {
      endpoint: changeMessageText,
      as: 'boss',
      params: { key: 'partner_asked' },
      body: { is_on: 'poate', subject: '', text: 'Salut {nimic}', is_plain: true },
      fields: ['is_on', 'is_plain', 'subject', 'text'],
    },
  }
}

async function refused({ endpoint, as = 'dispatcher', id = 0, params = {} }: Row, body: Body) {
  const { boss, room } = office
  const tokens = { boss, dispatcher: room.dispatcher, admin: room.admin, account }
  const answer = await office.server.call(endpoint, { params: { id, ...params }, body } as never, tokens[as])
  return { status: answer.status, fields: Object.keys((answer.body.errors as object | undefined) ?? {}).sort() }
}

test('one answer names every field that the shapes or the rules refuse', async () => {
  const answers: Record<string, unknown> = {}
  for (const [name, row] of Object.entries(rows)) answers[name] = await refused(row, row.body)
  const expected = Object.entries(rows).map(([name, { fields }]) => [name, { status: 422, fields }])
  expect(answers).toEqual(Object.fromEntries(expected))
})

test('a dry run commits nothing, also where its rules have nothing to say', async () => {
  const { server, room } = office
  const writer: Caller = { ...room.caller, isDryRun: true }
  const names = () => server.db.selectFrom('companies').select('name').where('id', '=', room.companyId).execute()
  const before = await names()
  const run = write(server, writer, (tx) => tx.updateTable('companies').set({ name: 'Alta' }).execute())
  await expect(run).rejects.toBeInstanceOf(FieldErrors)
  expect(await names()).toEqual(before)
})

test('whichever field has a wrong type, it is named, and the rules of the others cope without it', async () => {
  for (const [name, row] of Object.entries(rows)) {
    for (const field of fieldsOf(row.endpoint.body)) {
      const { status, fields } = await refused(row, { ...row.body, [field]: [[]] })
      expect([name, field, status, fields.map((one) => one.split('.')[0])]).toEqual([
        ...[name, field, 422],
        expect.arrayContaining([field]),
      ])
    }
  }
})

/** Names of the fields of a body, which may be left out as a whole. */
function fieldsOf(shape: unknown): string[] {
  if (shape instanceof z.ZodObject) return Object.keys(shape.shape)
  return fieldsOf((shape as z.ZodOptional).unwrap())
}
