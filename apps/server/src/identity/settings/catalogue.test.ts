import * as contract from '@dispecerat/contract/identity/catalogue'
import { listChanges } from '@dispecerat/contract/office/changes'
import { listOrderOptions, listServices } from '@dispecerat/contract/orders/company-dispatch'
import { estimateOrder } from '@dispecerat/contract/orders/estimates'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { createTariff, deleteTariff } from '@dispecerat/contract/orders/tariffs'
import { afterAll, expect, test } from 'vitest'
import { createFixture, SQUARE, STATION } from '../../orders/testing/order-fixture.ts'
import { aCompany, aTariff } from '../../testing/builders.ts'

const fixture = await createFixture()
const { server, manager, dispatcher, rival, admin, companyId } = fixture
afterAll(() => server.stop())

const add = async (name: string, token = manager) =>
  (await server.request(contract.createService, { body: { name } }, token)).reply.data
const addOption = async (name: string) =>
  (await server.request(contract.createOrderOption, { body: { name } }, manager)).reply.data
const offered = async (token: string) =>
  (await server.request(listServices, {}, token)).reply.data.map(({ name }) => name)
const options = async (token: string) => (await server.request(listOrderOptions, {}, token)).reply.data

test('a company’s service is offered only to its own dispatchers, who can order it', async () => {
  const service = await add('Transfer aeroport')
  expect(service).toMatchObject({ company_id: companyId, is_mine: true, is_active: true, is_fixed: false })
  expect(await offered(dispatcher)).toContain('Transfer aeroport')
  expect(await offered(rival)).not.toContain('Transfer aeroport')
  const body = { phone: '+40744999001', places: [SQUARE], service_id: service.id }
  expect((await server.request(createOrder, { body }, dispatcher)).status).toBe(201)
  expect((await server.request(createOrder, { body: { ...body, phone: '+40744999002' } }, rival)).status).toBe(422)
})

test('a service that is disabled or deleted is neither offered nor accepted in orders, until it is restored', async () => {
  const { id } = await add('Mutări')
  const edit = (is_active: boolean) =>
    server.request(contract.editService, { params: { id }, body: { is_active } }, manager)
  const order = () =>
    server.request(createOrder, { body: { phone: '+40744999003', places: [SQUARE], service_id: id } }, dispatcher)
  await edit(false)
  expect(await offered(dispatcher)).not.toContain('Mutări')
  expect((await order()).body.errors).toEqual({ service_id: ['Serviciul nu există'] })
  await edit(true)
  await server.request(contract.deleteService, { params: { id } }, manager)
  expect(await offered(dispatcher)).not.toContain('Mutări')
  expect((await order()).status).toBe(422)
  expect((await edit(false)).status).toBe(404)
  await server.request(contract.restoreService, { params: { id } }, manager)
  expect(await offered(dispatcher)).toContain('Mutări')
  const query = { entity: 'service', entity_id: id }
  const { data } = (await server.request(listChanges, { query }, manager)).reply
  expect(data.map(({ action }) => action)).toEqual(['restored', 'deleted', 'changed', 'changed', 'created'])
})

test('only a platform administrator can rename the platform’s services, and the basic ones cannot be disabled or deleted', async () => {
  const rename = (token: string, body: { name?: string; is_active?: boolean }) =>
    server.request(contract.editService, { params: { id: 1 }, body }, token)
  expect((await rename(manager, { name: 'Cursă' })).body.code).toBe('catalogue.platform')
  expect((await rename(admin, { name: 'Cursă' })).reply.data.name).toBe('Cursă')
  expect((await rename(admin, { is_active: false })).body.code).toBe('catalogue.fixed')
  expect((await server.request(contract.deleteService, { params: { id: 1 } }, admin)).body.code).toBe('catalogue.fixed')
  const platform = { body: { company_id: null, name: 'Pentru toți' } }
  expect((await server.request(contract.createService, platform, manager)).body.code).toBe('catalogue.platform')
  await server.request(contract.createService, platform, admin)
  expect(await offered(rival)).toContain('Pentru toți')
  await rename(admin, { name: 'Taxi' })
})

test('an option’s key is made from its name and stays the same when it is renamed; a duplicate name is refused', async () => {
  const option = await addOption('Scaun înălțător')
  const key = `c${companyId}_scaun_inaltator`
  expect((await options(dispatcher))[0]).toEqual({ key, name: 'Scaun înălțător', service_ids: [] })
  expect((await options(rival)).map((one) => one.key)).not.toContain(key)
  const again = await server.request(contract.createOrderOption, { body: { name: 'SCAUN înălțător' } }, manager)
  expect([again.status, again.body.errors]).toEqual([422, { name: ['Există deja unul cu numele acesta'] }])
  const body = { name: 'Înălțător', service_ids: [1] }
  await server.request(contract.editOrderOption, { params: { id: option.id }, body }, manager)
  expect((await options(dispatcher))[0]).toEqual({ key, ...body })
  const wrong = { params: { id: option.id }, body: { service_ids: [987_654] } }
  expect((await server.request(contract.editOrderOption, wrong, manager)).body.errors).toEqual({
    service_ids: ['Serviciul nu există'],
  })
  const order = { phone: '+40744999004', places: [SQUARE], options: { [key]: true as const } }
  expect((await server.request(createOrder, { body: order }, dispatcher)).status).toBe(201)
  expect((await server.request(createOrder, { body: { ...order, phone: '+40744999005' } }, rival)).status).toBe(422)
})

test('a company’s options are listed in its order; a row of another owner in the new order is refused', async () => {
  const ids = [await addOption('Una'), await addOption('Două'), await addOption('Trei')].map(({ id }) => id).reverse()
  await server.request(contract.sortOrderOptions, { body: { ids } }, manager)
  const names = (await options(dispatcher)).map(({ name }) => name).filter((name) => /^(Una|Două|Trei)$/.test(name))
  expect(names).toEqual(['Trei', 'Două', 'Una'])
  const platform = (await server.request(contract.listCatalogueOptions, {}, manager)).reply.data.find(
    (one) => !one.is_mine,
  )
  const mixed = { body: { ids: [...ids, platform?.id ?? 0] } }
  expect((await server.request(contract.sortOrderOptions, mixed, manager)).body.code).toBe('catalogue.unknown')
})

test('the second of two administrators who edit one row gets catalogue.changed_meanwhile', async () => {
  const { id, version } = await add('Colete')
  const save = (name: string) =>
    server.request(
      contract.editService,
      { params: { id }, body: { name }, headers: { 'if-match': String(version) } },
      manager,
    )
  expect((await save('Colete mici')).status).toBe(200)
  expect((await save('Colete mari')).body.code).toBe('catalogue.changed_meanwhile')
})

const editService = (id: number, body: object, token = manager) =>
  server.request(contract.editService, { params: { id }, body }, token)

test('a service gets a code from its name; the code can be changed and is unique', async () => {
  const { id, code } = await add('Transfer hotel')
  expect(code).toBe(`c${companyId}_transfer_hotel`)
  expect((await editService(id, { code: 'HOTEL_1' })).reply.data.code).toBe('hotel_1')
  const other = await add('Transfer gară')
  expect((await editService(other.id, { code: 'hotel_1' })).body.errors).toEqual({
    code: ['Există deja unul cu codul acesta'],
  })
  expect((await editService(other.id, { code: 'cu spații' })).body.errors).toEqual({
    code: ['Litere fără diacritice, cifre și _'],
  })
  const created = await server.request(contract.createService, { body: { name: 'Taxi 2', code: 'taxi' } }, manager)
  expect(created.body.errors).toEqual({ code: ['Există deja unul cu codul acesta'] })
})

test('a company’s service without a tariff uses its base tariff; its own tariff takes precedence', async () => {
  const tariff = (service_id: number, name: string) =>
    server.request(createTariff, { body: { service_id, name, start_fee: 5, per_km: 4 } }, manager)
  const base = (await tariff(1, 'Zi')).reply.data
  const { id } = await add('Transfer oraș')
  const priced = async () =>
    (await server.request(estimateOrder, { body: { places: [SQUARE, STATION], service_id: id } }, dispatcher)).reply
      .data.tariff_name
  expect(await priced()).toBeNull()
  expect((await editService(id, { base_tariff_id: base.id })).reply.data.base_tariff_id).toBe(base.id)
  expect(await priced()).toBe('Zi')
  const own = (await tariff(id, 'Al orașului')).reply.data
  expect(await priced()).toBe('Al orașului')
  const wrong = { base_tariff_id: ['Alegeți tariful altui serviciu al companiei'] }
  expect((await editService(id, { base_tariff_id: own.id })).body.errors).toEqual(wrong)
  await server.request(deleteTariff, { params: { id: own.id } }, manager)
  expect(await priced()).toBe('Zi')
  await server.request(deleteTariff, { params: { id: base.id } }, manager)
  expect(await priced()).toBeNull()
})

test('another company’s tariff is refused as base tariff, and the platform’s services have none', async () => {
  const tariffId = await aTariff(server, (await aCompany(server)).companyId)
  const { id } = await add('Transfer străin')
  const refused = await editService(id, { base_tariff_id: tariffId })
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['base_tariff_id']])
  const platform = await editService(1, { base_tariff_id: tariffId }, admin)
  expect(platform.body.errors).toEqual({ base_tariff_id: ['Tarifele sunt ale companiilor, nu ale platformei'] })
})

test('a platform service of one package is neither offered to companies of other packages nor accepted in their orders', async () => {
  const body = { company_id: null, name: 'Mutări mobilă', package_id: 2 as const }
  const { id, package_id } = (await server.request(contract.createService, { body }, admin)).reply.data
  expect(package_id).toBe(2)
  expect(await offered(dispatcher)).not.toContain('Mutări mobilă')
  const order = { phone: '+40744999009', places: [SQUARE], service_id: id }
  expect((await server.request(createOrder, { body: order }, dispatcher)).body.errors).toEqual({
    service_id: ['Serviciul nu există'],
  })
  await server.db.updateTable('companies').set({ package_id: 2 }).where('id', '=', companyId).execute()
  expect(await offered(dispatcher)).toContain('Mutări mobilă')
  expect((await server.request(createOrder, { body: order }, dispatcher)).status).toBe(201)
  await server.db.updateTable('companies').set({ package_id: 1 }).where('id', '=', companyId).execute()
  const basic = await editService(1, { package_id: 2 }, admin)
  expect(basic.body.errors).toEqual({ package_id: ['Serviciul de bază își păstrează activitatea'] })
  const own = await server.request(contract.createService, { body: { name: 'Al meu', package_id: 2 } }, manager)
  expect(own.body.errors).toEqual({ package_id: ['Numai serviciile platformei sunt ale unei activități'] })
})
