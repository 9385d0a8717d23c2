import type { Role } from '@dispecerat/domain/identity/permissions'
import { COURIER_COMPANY, RESTAURANT_COMPANY, STAFF, TAXI_COMPANY } from './demo-accounts.ts'

export interface Person {
  id: number
  name: string
  email: string
  role: Role | readonly Role[]
  companyId: number | null
  identifier: string | null
}

const at = (companyId: number | null, role: Person['role']) => ({ companyId, role })

/** Office staff and the accounts of protocol companies. */
export const STAFF_PEOPLE: readonly Person[] = [
  { id: STAFF.superUser, name: 'Administrator', email: 'admin@demo.ro', identifier: null, ...at(null, 'admin') },
  {
    ...{ id: STAFF.manager, name: 'Carmen Lăzărescu', email: 'manager@demo.ro', identifier: 'M1' },
    ...at(TAXI_COMPANY, ['company_admin', 'dispatcher']),
  },
  dispatcher(STAFF.dispatcher, 'Dana Șerban', 'dispecer', TAXI_COMPANY, 'D1'),
  dispatcher(STAFF.secondDispatcher, 'Ionuț Câmpeanu', 'dispecer2', TAXI_COMPANY, 'D2'),
  account(STAFF.protocol, 'Hotel Poarta Tâmpei', 'protocol', TAXI_COMPANY),
  dispatcher(STAFF.deliveries, 'Alina Țurcanu', 'livrari', COURIER_COMPANY, 'L1'),
  account(STAFF.clinic, 'Clinica Sub Tâmpa', 'clinica', TAXI_COMPANY),
  account(STAFF.flowers, 'Florăria Ghiocel', 'florarie', COURIER_COMPANY),
  account(STAFF.pizzeria, 'Pizzeria Sforii', 'restaurant', COURIER_COMPANY),
  dispatcher(STAFF.kitchen, 'Radu Moldovan', 'bucatarie', RESTAURANT_COMPANY, 'B1'),
  account(STAFF.trattoria, 'Trattoria din Piață', 'trattoria', RESTAURANT_COMPANY),
]

function dispatcher(id: number, name: string, mail: string, companyId: number, identifier: string): Person {
  return { id, name, email: `${mail}@demo.ro`, identifier, ...at(companyId, 'dispatcher') }
}

function account(id: number, name: string, mail: string, companyId: number): Person {
  return { id, name, email: `${mail}@demo.ro`, identifier: null, ...at(companyId, 'company') }
}
