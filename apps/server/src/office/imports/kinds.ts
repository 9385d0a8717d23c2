import type { ImportKind } from '@dispecerat/contract/office/imports'
import { asId, type CarId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import {
  addCars,
  type CarNamed,
  type CarOfFile,
  knownCars,
  linkNewDrivers,
  type NamedCars,
  namedCars,
} from '../../fleet/cars/cars.public.ts'
import { mailFirstLinks } from '../../identity/accounts/accounts.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import {
  accountsNamed,
  addPeople,
  knownPeople,
  mergeClientNames,
  type PersonAdded,
  type PersonOfFile,
  recordPeople,
} from '../people/people.public.ts'
import type { ImportRow } from './read-rows.ts'

export interface Fault {
  row: number
  field: string
  message: string
}

/** Result of checking rows against the database. */
export interface Judged {
  /** Rows that exist already; they can be skipped. */
  there: Fault[]
  faults: Fault[]
  /** Rows whose phone or e-mail belongs to an account of another company. */
  conflicts: number
}

interface Added {
  companyId: CompanyId
  rows: readonly ImportRow[]
  /** Base address of links in mails. */
  consoleUrl: string
}

/** A row and the user that was added for it. */
export interface RowAdded {
  row: ImportRow
  userId: UserId
}

interface History {
  companyId: CompanyId
  rows: readonly RowAdded[]
}

export interface KindOfImport {
  /** Partial rows, of which some cells are invalid, are checked too. */
  judge(db: Db | Tx, companyId: CompanyId, rows: readonly ImportRow[]): Promise<Judged>
  /** Returns phone → added user; null when the history of the rows is already written. */
  add(tx: Tx, actor: Actor, to: Added, now: Date): Promise<ReadonlyMap<string, number> | null>
  /** Index maintenance that is postponed until the rows are visible. */
  afterwards?(db: Db): Promise<void>
  recordHistory?(tx: Tx, actor: Actor, history: History, at: Date): Promise<void>
}

/** The person of each row, without the car to drive and the name of the paying account. */
const peopleOf = (rows: readonly ImportRow[]) =>
  rows.map(
    ({ fields: { car_number: _plate, car_sign: _sign, car_id: _car, protocol_company: _account, ...person } }) =>
      person as unknown as PersonOfFile,
  )
const idsByPhone = (added: readonly PersonAdded[]) => new Map(added.map(({ userId, person }) => [person.phone, userId]))
const namedBy = (rows: readonly ImportRow[]) => rows.map(({ fields }) => fields as CarNamed)
const carsOf = (rows: readonly ImportRow[]) => rows.map(({ fields }) => fields as unknown as CarOfFile)
/** An invalid cell leaves its field undefined. */
type Fitting<T> = { [field in keyof T]: T[field] | undefined }
const fitting = <T>({ fields }: ImportRow) => fields as unknown as Fitting<T>

const drivers: KindOfImport = {
  judge: async (db, companyId, rows) => {
    const { phones, emails, codes } = await knownPeople(db, companyId, peopleOf(rows))
    const cars = await namedCars(db, companyId, namedBy(rows))
    const judged: Judged = { there: [], faults: [], conflicts: 0 }
    for (const one of rows) {
      const { row, fields } = one
      const { phone, email, identifier } = fitting<PersonOfFile>(one)
      const holder = phones.get(phone ?? '')
      const fault = (field: string, message: string) => judged.faults.push({ row, field, message })
      if (holder?.isDriverHere) {
        judged.there.push({ row, field: 'phone', message: 'Șoferul există deja' })
        continue
      }
      const isElsewhere = holder !== undefined && !holder.isClientOnly && !holder.worksHere
      if (isElsewhere || (email && emails.get(email.toLowerCase())?.worksHere === false)) judged.conflicts += 1
      if (holder && !holder.isClientOnly) fault('phone', 'Numărul este folosit de alt cont')
      if (email && emails.has(email.toLowerCase())) fault('email', 'E-mailul este folosit de alt cont')
      if (identifier && codes.has(identifier.toLowerCase())) fault('identifier', 'Codul este folosit deja în companie')
      judgeCar(fields, cars, fault)
    }
    return judged
  },
  add: async (tx, actor, { companyId, rows, consoleUrl }, now) => {
    const added = await addPeople(tx, { companyId, role: 'driver', people: peopleOf(rows) }, now)
    const links = rows.flatMap(({ fields: { phone, car_id: carId } }) =>
      typeof carId === 'number' ? [{ phone: String(phone), carId: asId<CarId>(carId) }] : [],
    )
    await linkNewDrivers(tx, actor, { companyId, links }, now)
    const people = added.flatMap(({ userId, person: { email, name = '' } }) => (email ? [{ userId, email, name }] : []))
    await mailFirstLinks(tx, { companyId, consoleUrl, people, now })
    return idsByPhone(added)
  },
  recordHistory: (tx, actor, history, at) => recordPeopleOf(tx, actor, { ...history, role: 'driver' }, at),
}

function recordPeopleOf(
  tx: Tx,
  actor: Actor,
  { companyId, role, rows }: History & { role: 'driver' | 'client' },
  at: Date,
): Promise<void> {
  const people = peopleOf(rows.map(({ row }) => row))
  const added = rows.flatMap(({ userId }, index) => (people[index] ? [{ userId, person: people[index] }] : []))
  return recordPeople(tx, actor, { companyId, role, added }, at)
}

/** Stores the id of the car that a row names, or reports why the name does not fit. */
function judgeCar(
  fields: ImportRow['fields'],
  known: NamedCars,
  fault: (field: string, message: string) => void,
): void {
  const { car_number: plate, car_sign: sign } = fields as CarNamed
  const byPlate = plate === undefined ? undefined : known.byPlate.get(plate)
  const bySign = sign === undefined ? undefined : known.bySign.get(sign.toLowerCase())
  if (plate !== undefined && byPlate === undefined) fault('car_number', 'Compania nu are o mașină cu acest număr')
  if (sign !== undefined && bySign === undefined)
    fault('car_sign', 'Compania nu are o mașină activă cu acest indicativ')
  if (byPlate !== undefined && bySign !== undefined && byPlate !== bySign) {
    fault('car_sign', 'Indicativul este al altei mașini decât numărul')
  }
  const carId = byPlate ?? bySign
  if (carId !== undefined) fields.car_id = carId
}

/** Stores the id of the account that a row names, or reports why the name does not fit. */
async function judgeAccounts(db: Db | Tx, companyId: CompanyId, rows: readonly ImportRow[]): Promise<Fault[]> {
  const field = 'protocol_company'
  const naming = rows.flatMap((row) =>
    typeof row.fields[field] === 'string' ? [{ row, name: row.fields[field] }] : [],
  )
  if (naming.length === 0) return []
  const known = await accountsNamed(
    db,
    companyId,
    naming.map(({ name }) => name),
  )
  return naming.flatMap(({ row: { row, fields }, name }) => {
    const [accountId, another] = known.get(name.toLowerCase()) ?? []
    if (accountId === undefined) return [{ row, field, message: 'Compania nu are un cont protocol cu acest nume' }]
    if (another !== undefined) return [{ row, field, message: 'Mai multe conturi protocol au acest nume' }]
    fields.protocol_parent_user_id = accountId
    return []
  })
}

const clients: KindOfImport = {
  judge: async (db, companyId, rows) => {
    const { phones } = await knownPeople(db, companyId, peopleOf(rows))
    const there = rows.flatMap((one) =>
      phones.get(fitting<PersonOfFile>(one).phone ?? '')?.isClientHere
        ? [{ row: one.row, field: 'phone', message: 'Clientul există deja' }]
        : [],
    )
    return { there, faults: await judgeAccounts(db, companyId, rows), conflicts: 0 }
  },
  add: async (tx, _caller, { companyId, rows }, now) =>
    idsByPhone(await addPeople(tx, { companyId, role: 'client', people: peopleOf(rows) }, now)),
  afterwards: mergeClientNames,
  recordHistory: (tx, actor, history, at) => recordPeopleOf(tx, actor, { ...history, role: 'client' }, at),
}

const cars: KindOfImport = {
  judge: async (db, companyId, rows) => {
    const { plates, signs, options } = await knownCars(db, companyId, carsOf(rows))
    const judged: Judged = { there: [], faults: [], conflicts: 0 }
    for (const one of rows) {
      const { row, fields } = one
      const { number, indicativ = '', options: named = [] } = fitting<CarOfFile>(one)
      const plate = plates.get(number ?? '')
      const fault = (field: string, message: string) => judged.faults.push({ row, field, message })
      if (plate?.isHere) {
        judged.there.push({ row, field: 'number', message: 'Mașina există deja' })
        continue
      }
      if (plate) fault('number', 'Numărul de înmatriculare este al altei mașini')
      if (signs.has(indicativ.toLowerCase())) fault('indicativ', 'Indicativul este al altei mașini active')
      const unknown = named.filter((option) => !options.has(option.toLowerCase()))
      if (unknown.length > 0) fault('options', `Opțiuni necunoscute: ${unknown.join(', ')}`)
      else fields.options = named.map((option) => options.get(option.toLowerCase()))
    }
    return judged
  },
  add: async (tx, actor, { companyId, rows }, now) => {
    await addCars(tx, actor, { companyId, cars: carsOf(rows) }, now)
    return null
  },
}

export const KINDS: Record<ImportKind, KindOfImport> = { drivers, cars, clients }
