import { carFields } from './car-fields.ts'
import { changedFields } from './changed-fields.ts'
import { changedRows } from './changed-rows.ts'
import { companyFields } from './company-fields.ts'
import { deviceFields } from './device-fields.ts'
import { discountFields } from './discount-fields.ts'
import { fieldLabel } from './field-labels.ts'
import { peopleFields } from './people-fields.ts'
import { permissionFields } from './permission-fields.ts'
import { protocolFields } from './protocol-fields.ts'
import { rowActs } from './row-acts.ts'
import { settingsFields } from './settings-fields.ts'

/** Field labels of row types with a page of their own; all others use the common ones. */
const FIELDS_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  billing_profile: protocolFields,
  car: carFields,
  client: peopleFields,
  company: companyFields,
  device: deviceFields,
  discount: discountFields,
  protocol_contract: protocolFields,
  user: peopleFields,
}
const FIELDS: Readonly<Record<string, string>> = { ...settingsFields, ...changedFields, ...permissionFields }

/** Romanian verbs of actions; the row they apply to follows. */
const ACTS: Readonly<Record<string, string>> = {
  ...rowActs,
  blocked: 'a blocat',
  unblocked: 'a deblocat',
  removed: 'a șters',
  driver_linked: 'a legat un șofer de',
  driver_unlinked: 'a dezlegat un șofer de',
  erased: 'a șters datele personale:',
  erasure_stopped: 'a oprit ștergerea datelor personale:',
  exported: 'a exportat datele personale:',
  list_exported: 'a descărcat:',
  password: 'a schimbat parola:',
  password_link: 'a trimis legătura de parolă:',
  recording_played: 'a ascultat înregistrarea:',
  recovery_codes: 'a făcut coduri de rezervă:',
  report_link_ended: 'a retras o legătură de raport:',
  report_link_made: 'a făcut o legătură de raport:',
  resent: 'a retrimis',
  reversed: 'a anulat:',
  sessions_ended: 'a încheiat sesiunile:',
  stopped: 'a oprit:',
  telephone_renewed: 'a făcut o parolă nouă de telefon:',
  two_factor_off: 'a oprit autentificarea în doi pași:',
  two_factor_on: 'a pornit autentificarea în doi pași:',
  version_restored: 'a readus o versiune:',
}

/** Label of a row type in the audit log, on its screen and in its file. A type without a label is shown as it is. */
export function rowLabel(entity: string): string {
  return changedRows[entity] ?? entity
}

export function actionLabel(action: string): string {
  return ACTS[action] ?? action
}

/** Field → label, for one row type. */
export function fieldsOfRow(entity: string): Readonly<Record<string, string>> {
  return FIELDS_OF[entity] ?? FIELDS
}

export function fieldOfRow(entity: string, field: string): string {
  return fieldLabel(field, fieldsOfRow(entity))
}
