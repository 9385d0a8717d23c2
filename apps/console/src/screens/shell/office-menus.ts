import type { Permission, Role } from '@dispecerat/domain/permissions'

/** One line of a menu; `may` is asked before it is drawn. */
export interface MenuEntry {
  label: string
  to: string
  may: Permission
  /** For who holds one of these alone. */
  roles?: readonly Role[]
}

const MANAGERS: readonly Role[] = ['admin', 'company_admin']

/** GAP-42: the menus of the office, each entry with its screen. */
export const OFFICE_MENUS: readonly { label: string; entries: readonly MenuEntry[] }[] = [
  {
    label: 'Utilizatori',
    entries: [
      { label: 'Operatori', to: '/users/dispatcher', may: 'users.read', roles: MANAGERS },
      { label: 'Șoferi', to: '/users/driver', may: 'users.read' },
      { label: 'Clienți', to: '/users/client', may: 'users.read' },
      { label: 'Companii protocol', to: '/users/company', may: 'users.read', roles: MANAGERS },
      { label: 'Transport', to: '/cars', may: 'cars.edit' },
      { label: 'Dispozitive', to: '/devices', may: 'devices.edit' },
      { label: 'Administratori', to: '/users/admin', may: 'users.read', roles: ['admin'] },
    ],
  },
  {
    label: 'Financiar',
    entries: [
      { label: 'Sold șoferi', to: '/finances/sold', may: 'finances.read' },
      { label: 'Transfer sold', to: '/finances/transfer', may: 'finances.read' },
      { label: 'Transfer cu discount', to: '/finances/transfer-discount', may: 'finances.read' },
      { label: 'Reduceri', to: '/discounts', may: 'discounts.read' },
      { label: 'Contracte protocol', to: '/protocol', may: 'protocol.bill' },
      { label: 'Facturi protocol', to: '/protocol/invoices', may: 'protocol.bill' },
      { label: 'Plăți către șoferi', to: '/finances/payments', may: 'finances.read' },
      { label: 'Rapoarte', to: '/finances/reports', may: 'finances.read' },
      { label: 'Setări', to: '/finances', may: 'finances.read' },
    ],
  },
  {
    label: 'Sistem',
    entries: [
      { label: 'Mod de lucru', to: '/builder', may: 'search_rules.read' },
      { label: 'Zone și stații', to: '/settings/polygons', may: 'zones.edit' },
      { label: 'Simulator', to: '/simulator', may: 'simulator.use' },
      { label: 'Conținut', to: '/content', may: 'content.edit' },
      { label: 'Setări', to: '/settings', may: 'company_settings.edit' },
      { label: 'Companii', to: '/companies', may: 'companies.administer' },
      { label: 'Incidente', to: '/incidents', may: 'incidents.read' },
      { label: 'Anunțuri', to: '/announcements', may: 'announcements.read' },
      { label: 'Mesaje trimise', to: '/outbox', may: 'outbox.read' },
    ],
  },
]

/** The menus somebody has something in. */
export function menusOf(user: { permissions: readonly string[]; roles: readonly Role[] }) {
  const isMine = ({ may, roles }: MenuEntry) =>
    user.permissions.includes(may) && (roles === undefined || user.roles.some((role) => roles.includes(role)))
  return OFFICE_MENUS.map(({ label, entries }) => ({ label, entries: entries.filter(isMine) })).filter(
    ({ entries }) => entries.length > 0,
  )
}
