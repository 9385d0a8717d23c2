import type { Role } from '@dispecerat/domain/identity/permissions'

export const DEMO_PASSWORD = 'demo-parola'
export const TAXI_COMPANY = 1
export const COURIER_COMPANY = 2
export const RESTAURANT_COMPANY = 3

/** Ids are fixed, and a driver's id is also the call sign, so that 'order 4711, driver 112' can be found in any table. */
export const STAFF = {
  superUser: 1,
  manager: 2,
  dispatcher: 3,
  secondDispatcher: 4,
  protocol: 5,
  deliveries: 6,
  clinic: 7,
  flowers: 8,
  pizzeria: 9,
  kitchen: 10,
  trattoria: 11,
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
