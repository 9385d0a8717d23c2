import type { Role } from '@dispecerat/domain/identity/permissions'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'

export const DEMO_PASSWORD = 'demo-parola'
export const TAXI_COMPANY: CompanyId = asId(1)
export const COURIER_COMPANY: CompanyId = asId(2)
export const RESTAURANT_COMPANY: CompanyId = asId(3)

/** Ids are fixed, and a driver's id is also the call sign, so that 'order 4711, driver 112' can be found in any table. */
export const STAFF = {
  superUser: asId<UserId>(1),
  manager: asId<UserId>(2),
  dispatcher: asId<UserId>(3),
  secondDispatcher: asId<UserId>(4),
  protocol: asId<UserId>(5),
  deliveries: asId<UserId>(6),
  clinic: asId<UserId>(7),
  flowers: asId<UserId>(8),
  pizzeria: asId<UserId>(9),
  kitchen: asId<UserId>(10),
  trattoria: asId<UserId>(11),
} as const
export const TAXI_DRIVERS = { first: 101, last: 140 } as const
export const COURIERS = { first: 201, last: 208 } as const
/** The restaurant's own couriers; they ride bicycles. */
export const RIDERS = { first: 211, last: 213 } as const
export const CLIENTS = { first: 301, last: 500 } as const

export interface DemoAccount {
  email: string
  role: Role
  password: string
  /** Romanian description of the account, printed in the start banner. */
  what: string
}

/** Demo accounts for the start banner; each range of drivers is one line. */
export function demoAccounts(): DemoAccount[] {
  const account = (email: string, role: Role, what: string) => ({ email, role, what, password: DEMO_PASSWORD })
  return [
    account('dispecer@demo.ro', 'dispatcher', 'dispecer'),
    account('dispecer2@demo.ro', 'dispatcher', 'al doilea dispecer'),
    account('manager@demo.ro', 'company_admin', 'administratorul companiei'),
    account('admin@demo.ro', 'admin', 'administratorul platformei'),
    account('livrari@demo.ro', 'dispatcher', 'dispecer la Curier Demo'),
    account('bucatarie@demo.ro', 'dispatcher', 'dispecer la Restaurant Demo'),
    account('protocol@demo.ro', 'company', 'companie protocol: hotel, comandă taxiuri'),
    account('clinica@demo.ro', 'company', 'companie protocol: clinică, comandă taxiuri'),
    account('restaurant@demo.ro', 'company', 'companie protocol: pizzerie, comandă curieri de la adresa ei'),
    account('florarie@demo.ro', 'company', 'companie protocol: florărie, comandă curieri'),
    account('trattoria@demo.ro', 'company', 'companie protocol la Restaurant Demo'),
    account(`sofer${TAXI_DRIVERS.first}@demo.ro … sofer${TAXI_DRIVERS.last}@demo.ro`, 'driver', 'șoferi'),
    account(`curier${COURIERS.first}@demo.ro … curier${COURIERS.last}@demo.ro`, 'driver', 'curieri'),
  ]
}

/** Lines under the address in the start banner. */
export function demoWelcome(): string[] {
  const accounts = demoAccounts()
  const width = Math.max(...accounts.map(({ email }) => email.length))
  return [
    `Conturi demo / demo accounts, parola / password: ${DEMO_PASSWORD}`,
    ...accounts.map(({ email, what }) => `  ${email.padEnd(width)}  ${what}`),
  ]
}
