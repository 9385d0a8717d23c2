import { changedRows } from '@dispecerat/domain/audit/changed-rows'
import { settingsTitles } from '../../text/settings-titles.ts'

/** Labels of the audit log; an unknown name is shown as it is. */
export const changesMessages = {
  title: settingsTitles.changes,
  hint: 'Cine a schimbat ce și când, cu valoarea dinainte și cea de după; se păstrează un an.',
  from: 'De la',
  to: 'Până la',
  clear: (label: string) => `Șterge: ${label}`,
  what: 'Ce s-a modificat',
  anything: 'orice',
  who: 'Cine',
  anybody: 'oricine',
  company: 'Compania',
  anyCompany: 'toate companiile',
  empty: 'Nicio modificare după aceste filtre.',
  more: 'Arată mai mult',
  of: (entity: string, { id, name, isPerson }: { id: number; name: string | null; isPerson: boolean }) => {
    if (name !== null) return `${entity}: ${name}`
    return isPerson ? entity : `${entity} nr. ${id}`
  },
  entities: changedRows,
} as const
