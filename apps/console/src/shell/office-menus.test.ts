import { permissionsOf, type Role } from '@dispecerat/domain/identity/permissions'
import { expect, test } from 'vitest'
import { companyMessages } from '../text/company-messages.ts'
import { ro } from '../text/ro.ts'
import { isGroup, menusOf } from './office-menus.ts'

/** 'Financiar: Discounturi → /discounts', in the order of the header. */
function header(...roles: Role[]): string[] {
  return menusOf({ roles, permissions: permissionsOf(roles) }).flatMap((item) =>
    isGroup(item)
      ? item.entries.map(({ label, to }) => `${item.label}: ${label} → ${to}`)
      : [`${item.label} → ${item.to}`],
  )
}

/** The menus of the header in their order, with the path each entry opens. */
const SPECIFIED = [
  'Utilizatori: Operatori → /users/dispatcher',
  'Utilizatori: Șoferi → /users/driver',
  'Utilizatori: Clienți → /users/client',
  'Utilizatori: Companii protocol → /users/company',
  'Utilizatori: Transport → /cars',
  'Utilizatori: Dispozitive → /devices',
  'Utilizatori: Administratori → /users/admin',
  'Financiar: Sold șoferi → /finances/sold',
  'Financiar: Transfer sold → /finances/transfer',
  'Financiar: Transfer cu discount → /finances/transfer-discount',
  'Financiar: Discounturi → /discounts',
  'Financiar: Rapoarte → /finances/reports',
  'Financiar: Setări → /finances',
  'Zone → /settings/polygons',
  'Rapoarte → /reports',
  'Sistem: Conținut → /content',
  'Sistem: Setări → /settings',
  'Sistem: Constructor mod de lucru → /builder',
]
/** Screens that the specification's menus do not list. */
const OURS = [
  'Financiar: Contracte protocol → /protocol',
  'Financiar: Facturi protocol → /protocol/invoices',
  'Financiar: Plăți către șoferi → /finances/payments',
  'Sistem: Simulator → /simulator',
  'Sistem: Companii → /companies',
  'Sistem: Incidente → /incidents',
  'Sistem: Anunțuri → /announcements',
  'Sistem: Mesaje trimise → /outbox',
  'Sistem: Trimise la autorități → /outbox/filings',
]
const ours = new Set(OURS)
const specifiedOf = (...roles: Role[]) => header(...roles).filter((line) => !ours.has(line))

test('the platform’s administrator has every entry of the specification, with its labels and order', () => {
  expect(specifiedOf('admin')).toEqual(SPECIFIED)
  expect(header('admin').filter((line) => ours.has(line))).toEqual(OURS)
})

test('a company’s administrator has all but administrators and content', () => {
  const platform = ['Utilizatori: Administratori → /users/admin', 'Sistem: Conținut → /content']
  expect(specifiedOf('company_admin')).toEqual(SPECIFIED.filter((line) => !platform.includes(line)))
})

test('a dispatcher has drivers, clients and reports, and no work-mode builder', () => {
  expect(specifiedOf('dispatcher')).toEqual([
    'Utilizatori: Șoferi → /users/driver',
    'Utilizatori: Clienți → /users/client',
    'Rapoarte → /reports',
  ])
})

test('the user’s menu and a protocol company’s links have the specified labels', () => {
  const { dispatcherPanel, account, logOut } = ro.nav
  expect([dispatcherPanel, account, logOut]).toEqual(['Panou operator', 'Setări cont', 'Deconectare'])
  expect([companyMessages.nav.orders, companyMessages.nav.operator]).toEqual(['Comenzi', 'Operator'])
})
