import {
  createSearchInterval,
  createSearchMethod,
  editSearchInterval,
} from '@dispecerat/contract/dispatch/search-rules'
import { createCar, editCar } from '@dispecerat/contract/fleet/cars'
import { addPriorityWindow } from '@dispecerat/contract/fleet/priority-windows'
import { LONG, made, type Office, type WrongForms } from './wrong-forms.ts'

/** Invalid forms for cars and search rules. */
export async function wrongFleet(office: Office): Promise<WrongForms> {
  const { ion, ana, server, fixture } = office
  const taken = await server.db
    .selectFrom('cars')
    .select(['number', 'indicativ'])
    .where('id', '=', ana.carId)
    .executeTakeFirstOrThrow()
  // Builders write plates with spaces; the contract stores them without, as people type them.
  const number = taken.number.replaceAll(' ', '')
  await server.db.updateTable('cars').set({ number }).where('id', '=', ana.carId).execute()
  const car = { ...taken, number, options: ['covor_zburator'], year: 'nou', seats: 'multe' }
  const interval = await made(office, createSearchInterval, { name: 'Noaptea' })
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
      body: { company_id: fixture.companyId, definitions },
      fields: ['definitions.items.0.search_time'],
    },
    'a priority window': {
      endpoint: addPriorityWindow,
      as: 'boss',
      body: { from: 'azi', to: 'mâine', users: [{ id: fixture.dispatcherId }] },
      fields: ['from', 'to', 'users'],
    },
  }
}
