import { DISCOUNTS, holds, MANAGERS, type Opening, type Reader, RULES } from '../shared/user/screen-reach.ts'

/** An entry of a menu, shown to users who may open its screen. */
export interface MenuEntry extends Opening {
  label: string
  to: string
}

export interface MenuGroup {
  label: string
  entries: readonly MenuEntry[]
}

/** The menus of the header in the order of the specification, with additional entries at their end. */
export const OFFICE_MENUS: readonly (MenuGroup | MenuEntry)[] = [
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
      { label: 'Discounturi', to: '/discounts', ...DISCOUNTS },
      { label: 'Rapoarte', to: '/finances/reports', may: 'finances.read' },
      { label: 'Setări', to: '/finances', may: 'finances.read' },
      { label: 'Contracte protocol', to: '/protocol', may: 'protocol.bill' },
      { label: 'Facturi protocol', to: '/protocol/invoices', may: 'protocol.bill' },
      { label: 'Plăți către șoferi', to: '/finances/payments', may: 'finances.read' },
    ],
  },
  { label: 'Zone', to: '/settings/polygons', may: 'zones.edit' },
  { label: 'Rapoarte', to: '/reports', may: 'orders.read' },
  {
    label: 'Sistem',
    entries: [
      { label: 'Conținut', to: '/content', may: 'content.edit' },
      { label: 'Setări', to: '/settings', may: 'company_settings.edit' },
      { label: 'Constructor mod de lucru', to: '/builder', ...RULES },
      { label: 'Simulator', to: '/simulator', may: 'simulator.use' },
      { label: 'Companii', to: '/companies', may: 'companies.administer' },
      { label: 'Incidente', to: '/incidents', may: 'incidents.read' },
      { label: 'Anunțuri', to: '/announcements', may: 'announcements.read' },
      { label: 'Mesaje trimise', to: '/outbox', may: 'outbox.read' },
      { label: 'Trimise la autorități', to: '/outbox/filings', may: 'outbox.read' },
    ],
  },
]

export function isGroup(item: MenuGroup | MenuEntry): item is MenuGroup {
  return 'entries' in item
}

/** The menus and links that this user may open. */
export function menusOf(user: Reader): (MenuGroup | MenuEntry)[] {
  const isMine = (entry: MenuEntry) => holds(user, entry)
  return OFFICE_MENUS.map((item) => (isGroup(item) ? { ...item, entries: item.entries.filter(isMine) } : item)).filter(
    (item) => (isGroup(item) ? item.entries.length > 0 : isMine(item)),
  )
}
