import type { ImportKind } from '@dispecerat/contract/imports'
import { addCars, type CarOfFile, knownCars } from '../cars/cars.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'
import { addPeople, knownPeople, type PersonOfFile } from '../users/users.public.ts'
import type { ImportRow } from './read-rows.ts'

export interface Fault {
  row: number
  field: string
  message: string
}

/** What the database says of rows that read well. */
export interface Judged {
  /** Rows that are there already and may be left out. */
  there: Fault[]
  faults: Fault[]
}

export interface KindOfImport {
  judge(db: Db | Tx, companyId: number, rows: readonly ImportRow[]): Promise<Judged>
  add(tx: Tx, caller: Caller, to: { companyId: number; rows: readonly ImportRow[] }, now: Date): Promise<number>
}

const peopleOf = (rows: readonly ImportRow[]) => rows.map(({ fields }) => fields as unknown as PersonOfFile)
const carsOf = (rows: readonly ImportRow[]) => rows.map(({ fields }) => fields as unknown as CarOfFile)

const drivers: KindOfImport = {
  judge: async (db, companyId, rows) => {
    const { phones, emails, codes } = await knownPeople(db, companyId, peopleOf(rows))
    const judged: Judged = { there: [], faults: [] }
    for (const { row, fields } of rows) {
      const { phone, email, identifier } = fields as unknown as PersonOfFile
      const holder = phones.get(phone)
      const fault = (field: string, message: string) => judged.faults.push({ row, field, message })
      if (holder?.isDriverHere) {
        judged.there.push({ row, field: 'phone', message: 'Șoferul există deja' })
        continue
      }
      if (holder && !holder.isClientOnly) fault('phone', 'Numărul este folosit de alt cont')
      if (email && emails.has(email.toLowerCase())) fault('email', 'E-mailul este folosit de alt cont')
      if (identifier && codes.has(identifier.toLowerCase())) fault('identifier', 'Codul este folosit deja în companie')
    }
    return judged
  },
  add: (tx, caller, { companyId, rows }, now) =>
    addPeople(tx, caller, { companyId, role: 'driver', people: peopleOf(rows) }, now),
}

const clients: KindOfImport = {
  judge: async (db, companyId, rows) => {
    const { phones } = await knownPeople(db, companyId, peopleOf(rows))
    const there = rows.flatMap(({ row, fields }) =>
      phones.get((fields as unknown as PersonOfFile).phone)?.isClientHere
        ? [{ row, field: 'phone', message: 'Clientul există deja' }]
        : [],
    )
    return { there, faults: [] }
  },
  add: (tx, caller, { companyId, rows }, now) =>
    addPeople(tx, caller, { companyId, role: 'client', people: peopleOf(rows) }, now),
}

const cars: KindOfImport = {
  judge: async (db, companyId, rows) => {
    const { plates, signs, options } = await knownCars(db, companyId, carsOf(rows))
    const judged: Judged = { there: [], faults: [] }
    for (const { row, fields } of rows) {
      const car = fields as unknown as CarOfFile
      const plate = plates.get(car.number)
      const fault = (field: string, message: string) => judged.faults.push({ row, field, message })
      if (plate?.isHere) {
        judged.there.push({ row, field: 'number', message: 'Mașina există deja' })
        continue
      }
      if (plate) fault('number', 'Numărul de înmatriculare este al altei mașini')
      if (signs.has(car.indicativ.toLowerCase())) fault('indicativ', 'Indicativul este al altei mașini active')
      const unknown = car.options.filter((option) => !options.has(option.toLowerCase()))
      if (unknown.length > 0) fault('options', `Opțiuni necunoscute: ${unknown.join(', ')}`)
      else fields.options = car.options.map((option) => options.get(option.toLowerCase()))
    }
    return judged
  },
  add: (tx, caller, { companyId, rows }, now) => addCars(tx, caller, { companyId, cars: carsOf(rows) }, now),
}

export const KINDS: Record<ImportKind, KindOfImport> = { drivers, cars, clients }
