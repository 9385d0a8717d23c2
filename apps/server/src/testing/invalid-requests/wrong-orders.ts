import { createOrder, editOrder } from '@dispecerat/contract/orders/orders'
import { SQUARE } from '../../orders/testing/order-fixture.ts'
import { anOrder } from '../builders.ts'
import { ABROAD, LONG, type Office, type WrongForms } from './wrong-forms.ts'

const FAR = '2099-01-01 10:00:00'

/** Invalid forms for orders, and for drafts that are placed. */
export async function wrongOrders(office: Office): Promise<WrongForms> {
  const { fixture, server } = office
  const { companyId, dispatcherId } = fixture
  const { orderId: draft } = await anOrder(server, { companyId, state: 'new' })
  await server.db.updateTable('orders').set({ client_phone: null, phone: null }).where('id', '=', draft).execute()
  const { id: open } = await fixture.place()
  const finished = await office.drive(25)
  return {
    'an order': {
      endpoint: createOrder,
      body: {
        client_phone: '07',
        name: LONG,
        departure_time: FAR,
        service_id: 999,
        places: [ABROAD],
        options: { covor_zburator: true },
        custom_driver_ids: [dispatcherId],
      },
      fields: [
        'client_phone',
        'custom_driver_ids',
        'departure_time',
        'name',
        'options.covor_zburator',
        'places.0.lat',
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
