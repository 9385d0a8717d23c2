import { createDevice, editDevice } from '@dispecerat/contract/fleet/devices'
import { createStand, editStand } from '@dispecerat/contract/fleet/stands'
import { createAnnouncement, editAnnouncement } from '@dispecerat/contract/office/announcements'
import { blockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { addPlace, editPlace } from '@dispecerat/contract/orders/orders'
import { TOWN_SQUARE } from '../builders.ts'
import { ABROAD, LONG, made, type Office, type WrongForms } from './wrong-forms.ts'

const { lat, long } = TOWN_SQUARE

/** Invalid requests of the forms in the dispatcher's workspace. */
export async function invalidRequests(office: Office): Promise<WrongForms> {
  const { fixture } = office
  const { id: order, places } = await fixture.place()
  const blocked = '+40722000111'
  await made(office, blockPhone, { phone: blocked, reason: 'Glume' }, fixture.dispatcher)
  const stand = await made(office, createStand, { name: 'Gara', lat, long, radius_m: 100 })
  const device = { platform: 'android', imei: '490154203237518', install_id: 'instalare-1' }
  await made(office, createDevice, device)
  const other = await made(office, createDevice, { platform: 'android', install_id: 'instalare-2' })
  const times = { starts_at: '2026-05-02 10:00:00', ends_at: '2026-05-01 10:00:00' }
  const notice = await made(office, createAnnouncement, { title: 'Anunț', text: 'Text', audience: 'all' })
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
  }
}
