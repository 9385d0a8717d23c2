import type { PeopleType } from '@dispecerat/domain/identity/role-grants'
import type { TableColumn } from '../../platform/exports/exports.public.ts'
import { asPersonRow, type PersonDbRow } from './people.views.ts'

export const FILE_NAMES: Record<PeopleType, string> = {
  dispatcher: 'operatori',
  driver: 'soferi',
  client: 'clienti',
  company: 'companii-protocol',
  admin: 'administratori',
}

const STATES = { active: 'activ', deactivated: 'dezactivat', banned: 'blocat' } as const

const WHO: readonly TableColumn[] = [
  { key: 'id', label: 'ID', kind: 'number' },
  { key: 'identifier', label: 'Cod' },
  { key: 'name', label: 'Nume' },
  { key: 'phone', label: 'Telefon' },
  { key: 'email', label: 'E-mail' },
]
const HOW: readonly TableColumn[] = [
  { key: 'companies', label: 'Companii' },
  { key: 'state', label: 'Stare' },
  { key: 'ban_until', label: 'Blocat până la', kind: 'time' },
  { key: 'last_seen_at', label: 'Văzut ultima dată', kind: 'time' },
  { key: 'created_at', label: 'Adăugat', kind: 'time' },
]
const OF_TYPE: Partial<Record<PeopleType, readonly TableColumn[]>> = {
  driver: [
    { key: 'indicativ', label: 'Indicativ' },
    { key: 'balance', label: 'Sold', kind: 'ron' },
    { key: 'licence_until', label: 'Permis până la', kind: 'date' },
    { key: 'attestation_until', label: 'Atestat până la', kind: 'date' },
  ],
  client: [
    { key: 'orders_count', label: 'Comenzi', kind: 'number' },
    { key: 'about', label: 'Observații' },
  ],
}

export function columnsOf(type: PeopleType): TableColumn[] {
  return [...WHO, ...(OF_TYPE[type] ?? []), ...HOW]
}

/** Rows for a file: labels instead of ids. */
export async function* exportedRows(
  rows: AsyncIterable<PersonDbRow>,
  now: Date,
): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rows) {
    const person = asPersonRow(row, now)
    yield { ...person, companies: person.companies.map(({ name }) => name).join(', '), state: STATES[person.state] }
  }
}
