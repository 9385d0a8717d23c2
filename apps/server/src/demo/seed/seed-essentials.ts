import type { Db } from '../../platform/db/database.ts'
import { insertEssentials } from './demo.store.ts'

const SERVICES = [
  { id: 1, name: 'Taxi', code: 'taxi', package_id: 1, sort_order: 1 },
  { id: 2, name: 'Curierat', code: 'courier', package_id: 2, sort_order: 2 },
  { id: 3, name: 'Livrare restaurant', code: 'restaurant', package_id: 3, sort_order: 3 },
]

const TAXI = [1]
const DELIVERY = [2, 3]

/** In the order of the form, which shows the first five inline. */
const OPTIONS = [
  { key: 'pet', name: 'Animal de companie', service_ids: TAXI },
  { key: 'luggage', name: 'Bagaje', service_ids: TAXI },
  { key: 'child_seat', name: 'Scaun pentru copil', service_ids: TAXI },
  { key: 'non_smoking', name: 'Nefumător', service_ids: TAXI },
  { key: 'combi', name: 'Combi', service_ids: TAXI },
  { key: 'air_condition', name: 'Aer condiționat', service_ids: TAXI },
  { key: 'door_delivery', name: 'Livrare la ușă', service_ids: DELIVERY },
  { key: 'cash_on_delivery', name: 'Ramburs', service_ids: DELIVERY },
  { key: 'card_online', name: 'Card online', service_ids: [...TAXI, ...DELIVERY] },
  { key: 'pos_on_delivery', name: 'POS la livrare', service_ids: DELIVERY },
].map((option, index) => ({ ...option, sort_order: index + 1 }))

/** Inserts the services and order options that every installation starts with; existing rows, even renamed ones, are left. */
export async function seedEssentials(db: Db): Promise<void> {
  await insertEssentials(db, { services: SERVICES, order_options: OPTIONS })
}
