import type { NarrowedRole, Permission } from '../identity/permissions.ts'

/** Roles of a company from which permissions may be revoked. */
export const narrowedRoles = {
  company_admin: 'Administrator companie',
  dispatcher: 'Dispecer',
  company: 'Companie protocol',
} as const satisfies Record<NarrowedRole, string>

/** Romanian label of each permission. */
export const permissionLabels: Readonly<Partial<Record<Permission, string>>> = {
  'orders.place': 'Plasează comenzi',
  'orders.edit': 'Modifică comenzi',
  'orders.cancel': 'Anulează comenzi',
  'orders.retry': 'Retrimite și mută în așteptare',
  'orders.dispatch': 'Alocă șoferi, duplică, șterge',
  'orders.fare': 'Schimbă și confirmă orice tarif, fără limită',
  'orders.history': 'Vede istoricul procesării',
  'orders.rate': 'Evaluează curse',
  'zones.edit': 'Desenează zone și stații',
  'drivers.positions': 'Vede șoferii pe hartă',
  'calls.take': 'Preia apeluri',
  'calls.report': 'Vede raportul de apeluri',
  'recordings.listen': 'Ascultă înregistrări',
  'clients.read': 'Vede clienții',
  'clients.note': 'Scrie observații despre clienți',
  'blocked_phones.edit': 'Blochează numere de telefon',
  'addresses.read': 'Caută adrese',
  'addresses.edit': 'Adaugă și șterge locuri ale companiei',
  'saved_addresses.edit': 'Șterge adrese salvate ale clienților',
  'search_rules.read': 'Vede regulile de căutare',
  'search_rules.edit': 'Schimbă regulile de căutare',
  'users.read': 'Vede utilizatorii',
  'users.ban': 'Blochează șoferi',
  'users.edit': 'Modifică utilizatori',
  'users.administer': 'Adaugă și administrează utilizatori',
  'changes.read': 'Vede istoricul modificărilor',
  'messages.read': 'Citește mesajele',
  'messages.send': 'Trimite mesaje',
  'messages.to_clients': 'Scrie tuturor clienților',
  'announcements.read': 'Citește anunțurile',
  'announcements.edit': 'Publică anunțuri',
  'incidents.read': 'Vede incidentele',
  'incidents.work': 'Preia și închide incidente',
  'outbox.read': 'Vede mesajele trimise',
  'priorities.edit': 'Dă prioritate șoferilor',
  'finances.read': 'Vede soldurile și istoricul banilor',
  'finances.edit': 'Mută bani și schimbă comisioane',
  'clients.personal_data': 'Exportă și șterge datele personale ale clienților',
  'discounts.read': 'Vede discounturile',
  'discounts.edit': 'Schimbă discounturile',
  'protocol.bill': 'Facturează companiile protocol',
  'protocol_statements.own': 'Vede propriile deconturi',
  'protocol_clients.own': 'Ține lista celor care comandă pe contul său',
  'protocol_messages.own': 'Scrie dispeceratului',
  'protocol_account.edit': 'Își schimbă adresa de ridicare',
  'telephone.administer': 'Administrează liniile și conturile de telefon',
  'services.edit': 'Schimbă serviciile și opțiunile',
  'reports.read': 'Vede rapoartele',
  'tariffs.read': 'Vede tarifele',
  'tariffs.edit': 'Schimbă tarifele',
  'report_tokens.make': 'Face legături de raport pentru șoferi',
  'cars.edit': 'Administrează mașinile',
  'devices.edit': 'Administrează dispozitivele',
  'imports.run': 'Importă din fișiere',
  'simulator.use': 'Folosește simulatorul',
  'client_app.own': 'Comandă din aplicația clienților',
}

export function permissionOfRole(label: string, role: string): string {
  return `${label}: ${role}`
}

/** Labels of entries such as 'dispatcher users.ban' in the history. */
export const permissionFields: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(narrowedRoles).flatMap(([role, name]) =>
    Object.entries(permissionLabels).map(([word, label]) => [`${role} ${word}`, permissionOfRole(label ?? word, name)]),
  ),
)
