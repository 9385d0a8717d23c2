import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'

/**
 * Effect of erasing a client on a column:
 * - erased: emptied, rounded or deleted in the client's rows.
 * - mentions: free text. Emptied in the client's rows; in every other row of the company the phone and the full name are replaced.
 * - by law: not changed, because it is an accounting document or was filed with an authority (law 82/1991 art. 25, law 227/2015,
 *   law 38/2003).
 * - kept: not changed, for the company's legitimate interest: a blocked number stays blocked.
 * - staff: data of staff and contract partners, who are not clients.
 * - none: no personal data: codes, settings, public places, hashes, sealed values, ids and states.
 */
export type Handling = 'erased' | 'mentions' | 'by law' | 'kept' | 'staff' | 'none'

export interface PersonalTable {
  columns: Partial<Record<Handling, string>>
  /** Retention of a row that no erasure removes. */
  retention: string
  /** Condition that a row belongs to one of the companies of the erasure; required for tables with mentions. */
  of?: (companies: readonly CompanyId[]) => RawBuilder<boolean>
}

const FOR_EVER = 'until it is removed by hand'
const WITH_ORDER = 'with its order'
const LAW = 'as long as the law orders: five years at least'

type Of = NonNullable<PersonalTable['of']>

const company: Of = (ids) => sql`company_id = any(${ids}::bigint[])`
const ofOrder: Of = (ids) =>
  sql`exists (select from orders where orders.id = order_id and created_by_company_id = any(${ids}::bigint[]))`
const ofUser: Of = (ids) =>
  sql`exists (select from user_companies works where works.user_id = row.user_id and works.company_id = any(${ids}::bigint[]))`
const ofAccount: Of = (ids) =>
  sql`exists (select from protocol_companies c where c.user_id = account_id and c.company_id = any(${ids}::bigint[]))`

/** Every text column by table. A test compares the list with schema.sql, so a new column needs a row here. */
export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  access_tokens: { columns: { none: 'token_hash', staff: 'device network' }, retention: 'until the session ends' },
  account_clients: { columns: { erased: 'name', mentions: 'note' }, retention: FOR_EVER, of: ofAccount },
  announcements: { columns: { mentions: 'title text', none: 'audience' }, retention: FOR_EVER, of: company },
  audit_log: {
    columns: { mentions: 'before after', staff: 'user_ip', none: 'entity action' },
    retention: 'keep_changes_days of the company, 365 by default',
    of: company,
  },
  billing_profiles: {
    columns: {
      none: 'legal_name cui vat_state exemption_reason reg_com street city county email iban bank series credit_series',
    },
    retention: FOR_EVER,
  },
  blocked_phones: {
    columns: { kept: 'phone', mentions: 'reason' },
    retention: `${FOR_EVER}, the reason keep_block_reasons_days, 1095 by default`,
    of: company,
  },
  broadcasts: {
    columns: { mentions: 'message title', staff: 'sender_name', none: 'audience shares state' },
    retention: 'keep_broadcasts_days, 730 by default',
    of: (ids) => sql`company_ids && ${ids}::bigint[]`,
  },
  call_recordings: { columns: { erased: 'file', none: 'mime' }, retention: 'keep_recordings_days, 30 by default' },
  calls: {
    columns: { erased: 'phone sip_caller_id', mentions: 'reason_text', none: 'state reason_type direction exchange' },
    retention: 'keep_calls_days, 730 by default',
    of: company,
  },
  car_photos: { columns: { none: 'content_type photo' }, retention: 'with its car' },
  car_watches: { columns: { none: 'warned_as' }, retention: 'until the car arrives, or its order ends' },
  cars: {
    columns: { mentions: 'notes', none: 'indicativ number make model color category options taxi_licence_no' },
    retention: FOR_EVER,
    of: company,
  },
  client_codes: { columns: { erased: 'phone', none: 'code_hash' }, retention: 'an hour' },
  client_erasures: {
    columns: { none: 'phone_hash removed', erased: 'mentions' },
    retention: 'for ever: that the client was erased, with a slow hash of the phone',
  },
  client_errors: {
    columns: { mentions: 'context message', erased: 'phone_tail' },
    retention: 'keep_client_errors_days, 30 by default',
    of: ofUser,
  },
  client_sessions: { columns: { erased: 'phone', none: 'token_hash' }, retention: '30 days after the log-in' },
  companies: {
    columns: { none: 'cui name address phone type description status euid approval approval_reason sms_prefixes' },
    retention: FOR_EVER,
  },
  company_clients: {
    columns: { erased: 'name email identifier', mentions: 'about' },
    retention: FOR_EVER,
    of: company,
  },
  company_cuis: { columns: { none: 'cui' }, retention: FOR_EVER },
  company_email_proofs: { columns: { none: 'token_hash', staff: 'email' }, retention: 'until the link ends' },
  company_logos: { columns: { none: 'content_type bytes' }, retention: FOR_EVER },
  company_registry_answers: { columns: { none: 'cui found' }, retention: 'one day' },
  company_quotas: { columns: { none: 'kind' }, retention: FOR_EVER },
  company_usage: { columns: { none: 'kind' }, retention: FOR_EVER },
  company_settings: { columns: { none: 'default_sound line_answer register_format' }, retention: FOR_EVER },
  consents: {
    columns: { none: 'kind texts wording', erased: 'ip' },
    retention: 'for ever: the proof that somebody agreed',
  },
  content_versions: { columns: { none: 'title html' }, retention: FOR_EVER },
  contents: { columns: { none: 'url type title html handbook_hash' }, retention: FOR_EVER },
  devices: {
    columns: {
      mentions: 'notes',
      staff: 'install_id platform model app_version push_token imei os_version phone_number',
      none: 'status',
    },
    retention: FOR_EVER,
    of: company,
  },
  dialled_phones: { columns: { erased: 'phone' }, retention: 'a minute' },
  discounts: { columns: { none: 'name type trigger code time_from time_to' }, retention: FOR_EVER },
  driver_last_positions: { columns: { none: 'implausible' }, retention: FOR_EVER },
  driver_papers: { columns: { staff: 'licence_no' }, retention: FOR_EVER },
  efactura_authorisation_requests: { columns: { none: 'state_hash' }, retention: 'ten minutes' },
  efactura_authorisations: { columns: { none: 'cui state access_token refresh_token' }, retention: FOR_EVER },
  // The request is sealed; the list of files is cleared when the files are deleted.
  erasure_runs: { columns: { erased: 'request sounds', none: 'removed state refusal' }, retention: FOR_EVER },
  event_log: { columns: { none: 'event channel data' }, retention: '7 days' },
  exchanges: { columns: { none: 'name' }, retention: FOR_EVER },
  // The file itself is deleted after a day.
  exports: { columns: { none: 'content_type file_name permission' }, retention: 'a day' },
  filings: {
    columns: { 'by law': 'content answer', none: 'kind state cif format file_name upload_index reason message' },
    retention: LAW,
  },
  finance_checks: { columns: { none: 'wrong_balances wrong_transactions' }, retention: FOR_EVER },
  finance_settings: { columns: { none: 'commission_type protocol_payout' }, retention: FOR_EVER },
  first_steps: { columns: { none: 'step outcome' }, retention: FOR_EVER },
  gazetteer: { columns: { none: 'kind name type core detail locality words' }, retention: 'until the next map' },
  gazetteer_spots: { columns: { none: 'suffix bloc scara' }, retention: 'until the next map' },
  idempotency_keys: { columns: { none: 'key fingerprint result' }, retention: '24 hours' },
  // The rows are cleared when the import has ended and their history is written.
  imports: {
    columns: { mentions: 'report refusal rows', none: 'kind request state' },
    retention: FOR_EVER,
    of: company,
  },
  incident_steps: {
    columns: { mentions: 'note', none: 'step' },
    retention: 'with its incident',
    of: (ids) =>
      sql`exists (select from incidents i where i.id = incident_id and i.company_id = any(${ids}::bigint[]))`,
  },
  incidents: {
    columns: { mentions: 'text', erased: 'address', none: 'type status' },
    retention: 'keep_incidents_days after it was closed, 1095 by default',
    of: company,
  },
  internal_places: {
    columns: { mentions: 'name comment', none: 'place_id bloc scara reper' },
    retention: FOR_EVER,
    of: company,
  },
  invoice_payments: { columns: { 'by law': 'reference note', none: 'method' }, retention: LAW },
  invoice_series: { columns: { none: 'series' }, retention: LAW },
  invoices: { columns: { 'by law': 'document', none: 'kind series' }, retention: LAW },
  ledger_entries: { columns: { none: 'account type' }, retention: LAW },
  ledger_transactions: { columns: { 'by law': 'note', none: 'kind method' }, retention: LAW },
  login_devices: { columns: { none: 'token_hash' }, retention: '180 days after the last log-in' },
  map_datasets: { columns: { none: 'name source attribution state' }, retention: 'until the next map' },
  map_tiles: { columns: { none: 'tile' }, retention: 'until the next map' },
  message_templates: { columns: { mentions: 'text' }, retention: FOR_EVER, of: company },
  message_texts: { columns: { none: 'key subject text' }, retention: FOR_EVER },
  messages: {
    columns: { mentions: 'title message', staff: 'sender_name', none: 'type' },
    retention: 'keep_messages_days, 730 by default',
    of: company,
  },
  order_discounts: { columns: { none: 'type' }, retention: WITH_ORDER },
  order_history: { columns: { mentions: 'data', none: 'type initiator_kind' }, retention: WITH_ORDER, of: ofOrder },
  order_options: { columns: { none: 'key name service_ids' }, retention: FOR_EVER },
  order_places: {
    columns: { mentions: 'name comment', erased: 'place_id bloc scara reper' },
    retention: WITH_ORDER,
    of: ofOrder,
  },
  order_proofs: { columns: { none: 'content_type', erased: 'photo' }, retention: WITH_ORDER },
  order_sum_changes: { columns: { none: 'side reason ended_by' }, retention: 'until the next sum' },
  order_sums: { columns: { none: 'side reason ended_by' }, retention: FOR_EVER },
  order_texts: { columns: { erased: 'text' }, retention: WITH_ORDER },
  orders: {
    columns: {
      erased: 'client_phone phone name client_name address',
      mentions: 'about_client cancellation_reason_text package_note',
      staff: 'cancelled_by_identifier',
      none: 'state trip_state car_indicativ options call_playback_state cancellation_reason_type cancelled_by payment_type fare_doubt arrival_doubt lead_source',
    },
    retention: FOR_EVER,
    of: (ids) => sql`created_by_company_id = any(${ids}::bigint[])`,
  },
  outbox: {
    columns: { erased: 'recipient', mentions: 'subject text html', none: 'kind state reason' },
    retention: '365 days',
    of: company,
  },
  outgoing_alarms: { columns: { none: 'about' }, retention: 'keep_calls_days, 730 by default' },
  outgoing_calls: { columns: { none: 'sip_caller_id' }, retention: 'keep_calls_days, 730 by default' },
  outgoing_rules: { columns: { none: 'prefixes' }, retention: FOR_EVER },
  paper_warnings: { columns: { none: 'paper' }, retention: FOR_EVER },
  password_resets: { columns: { none: 'token_hash' }, retention: 'until it ends' },
  payment_runs: { columns: { none: 'state refusal' }, retention: FOR_EVER },
  phone_lines: { columns: { none: 'number name' }, retention: FOR_EVER },
  playbacks: { columns: { erased: 'sip_caller_id', none: 'news state ended' }, retention: WITH_ORDER },
  polygon_changes: { columns: { none: 'action before after' }, retention: FOR_EVER },
  polygons: { columns: { none: 'name paths color' }, retention: FOR_EVER },
  protocol_companies: {
    columns: {
      staff: 'contact_email',
      none: 'contract_no pickup_name legal_name cui reg_com street city county',
    },
    retention: FOR_EVER,
  },
  ratings: {
    columns: { mentions: 'comment', none: 'direction tags source' },
    retention: WITH_ORDER,
    of: ofOrder,
  },
  recovery_codes: { columns: { none: 'code_hash salt' }, retention: 'with the second factor' },
  report_tokens: { columns: { none: 'token_hash' }, retention: 'until it ends, 90 days at most' },
  retention_runs: { columns: { none: 'kind' }, retention: FOR_EVER },
  road_graph_parts: { columns: { none: 'bytes' }, retention: 'until the next map' },
  saved_addresses: {
    columns: { erased: 'phone place_id bloc scara reper', mentions: 'name comment' },
    retention: FOR_EVER,
    of: company,
  },
  search_facts: { columns: { none: 'outcome' }, retention: FOR_EVER },
  search_intervals: { columns: { none: 'type name' }, retention: FOR_EVER },
  search_methods: { columns: { none: 'definitions' }, retention: FOR_EVER },
  search_offers: { columns: { none: 'fate' }, retention: WITH_ORDER },
  search_replays: { columns: { none: 'status rules result' }, retention: FOR_EVER },
  search_rounds: { columns: { none: 'step passed_over beyond outcome' }, retention: WITH_ORDER },
  search_rule_changes: { columns: { none: 'subject action before after' }, retention: FOR_EVER },
  search_walks: { columns: { none: 'steps status' }, retention: WITH_ORDER },
  seed_runs: { columns: { none: 'name' }, retention: FOR_EVER },
  services: { columns: { none: 'name code' }, retention: FOR_EVER },
  set_up_links: { columns: { none: 'token_hash' }, retention: '24 hours' },
  sip_accounts: {
    columns: { staff: 'extension', none: 'kind password sip_ws ha1 ha1_domain' },
    retention: 'with its account',
  },
  stands: { columns: { none: 'name' }, retention: FOR_EVER },
  storage_probe: { columns: { none: 'filler' }, retention: 'of one write' },
  tariffs: { columns: { none: 'name night_from night_to' }, retention: FOR_EVER },
  two_factor: { columns: { none: 'secret' }, retention: 'with its account' },
  unblocked_phones: {
    columns: { erased: 'phone', mentions: 'reason' },
    retention: 'keep_block_reasons_days, 1095 by default',
    of: company,
  },
  user_bans: {
    columns: { mentions: 'reason', none: 'by_kind end_reason' },
    retention: FOR_EVER,
    of: (ids) => sql`(company_id is null or company_id = any(${ids}::bigint[]))`,
  },
  user_meta: { columns: { mentions: 'value', none: 'key' }, retention: 'with its account', of: ofUser },
  user_photos: { columns: { none: 'content_type', erased: 'photo' }, retention: 'with its account' },
  user_roles: { columns: { none: 'role' }, retention: 'with its account' },
  users: {
    columns: { erased: 'name email phone identifier password_hash', mentions: 'ban_reason', none: 'language' },
    retention: FOR_EVER,
    of: (ids) =>
      sql`exists (select from user_companies works where works.user_id = row.id and works.company_id = any(${ids}::bigint[]))`,
  },
  revoked_permissions: { columns: { none: 'role permission' }, retention: FOR_EVER },
}

/** The columns with one handling, as [table, column]. */
export function columnsWith(handling: Handling): [string, string][] {
  return Object.entries(PERSONAL_TABLES).flatMap(([table, { columns }]) =>
    (columns[handling] ?? '').split(' ').flatMap((column): [string, string][] => (column ? [[table, column]] : [])),
  )
}
