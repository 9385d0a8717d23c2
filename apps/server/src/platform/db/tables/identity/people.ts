import type { LineAnswer, RingSound } from '@dispecerat/domain/identity/ring'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'

export interface PeopleTables {
  companies: {
    id: Generated<CompanyId>
    cui: string | null
    name: string
    address: string | null
    lat: number | null
    lng: number | null
    phone: string | null
    package_id: Generated<number>
    type: Generated<string>
    description: string | null
    trial_until: string | null
    status: Generated<'trial' | 'active' | 'suspended'>
    is_demo: Generated<boolean>
    created_at: Date
    deleted_at: Date | null
    euid: string | null
    /** Version of the picture in company_logos; null = none. */
    logo_version: number | null
    version: Generated<number>
    withheld_version: Generated<number>
    approval: Generated<'open' | 'waiting' | 'approved' | 'refused'>
    approval_reason: string | null
    is_email_proved: Generated<boolean>
    /** The user who proved the address. */
    email_proved_by: UserId | null
    /** Country codes that SMS may be sent to. */
    sms_prefixes: Generated<string[]>
  }
  company_email_proofs: {
    id: Generated<number>
    /** Null for a requested link; each mail of it adds a row with a token. */
    token_hash: Buffer | null
    company_id: CompanyId
    user_id: UserId
    email: string
    created_at: Date
    expires_at: Date
  }
  company_quotas: {
    company_id: CompanyId
    kind: string
    limit_per_day: number
  }
  company_usage: {
    company_id: CompanyId
    /** 'YYYY-MM-DD' in Bucharest. */
    day: string
    kind: string
    stripe: number
    used: number
  }
  /** The CUI that the platform approved as a company's own; the one that the company entered is companies.cui. */
  company_cuis: {
    company_id: CompanyId
    cui: string
    verified_at: Date
    /** Null: by a migration or a seed. */
    verified_by: Generated<UserId | null>
  }
  company_settings: {
    company_id: CompanyId
    pending_timeout_min: Generated<number>
    no_show_wait_min: Generated<number>
    arrival_radius_m: Generated<number>
    car_warning_min: Generated<number>
    car_replacement_min: Generated<number>
    scheduled_lead_min: Generated<number>
    scheduled_lead_learned: Generated<boolean>
    remind_before_min: Generated<number>
    skip_empty_steps: Generated<boolean>
    operator_list_hours: Generated<number>
    require_valid_car_papers: Generated<boolean>
    public_live: Generated<boolean>
    client_app: Generated<boolean>
    two_factor_required: Generated<boolean>
    simulate_in_production: Generated<boolean>
    pretend_calls_per_hour: number | null
    auto_pause: Generated<boolean>
    named_driver_confirms: Generated<boolean>
    search_after_return: Generated<boolean>
    playback_enabled: Generated<boolean>
    min_balance_to_work_bani: number | null
    proof_photo_required: Generated<boolean>
    new_orders_ask_partners: Generated<boolean>
    dispatcher_fare_limit_ron: Generated<number>
    keep_recordings_days: Generated<number>
    keep_trails_days: Generated<number>
    keep_calls_days: Generated<number>
    keep_client_errors_days: Generated<number>
    keep_changes_days: Generated<number>
    keep_messages_days: Generated<number>
    keep_broadcasts_days: Generated<number>
    keep_incidents_days: Generated<number>
    keep_block_reasons_days: Generated<number>
    default_sound: Generated<RingSound>
    line_answer: Generated<LineAnswer>
    files_register: Generated<boolean>
    register_format: Generated<'xml' | 'csv'>
    version: Generated<number>
  }
  company_partners: {
    company_id: CompanyId
    partner_company_id: CompanyId
    accepted_at: Date | null
    asked_at: Date | null
  }
  revoked_permissions: {
    company_id: CompanyId
    role: 'company_admin' | 'dispatcher' | 'company'
    permission: string
  }
  users: {
    id: Generated<UserId>
    name: string | null
    email: string | null
    phone: string | null
    password_hash: string | null
    identifier: string | null
    is_active: Generated<boolean>
    is_simulated: Generated<boolean>
    ban_until: Date | null
    ban_reason: string | null
    created_at: Date
    version: Generated<number>
    /** Of the list of properties in user_meta. */
    meta_version: Generated<number>
    last_seen_at: Date | null
    deleted_at: Date | null
    two_factor_due_at: Date | null
    erased_at: Date | null
    language: Generated<'ro'>
  }
  user_photos: {
    user_id: UserId
    content_type: 'image/jpeg' | 'image/png'
    photo: Buffer
    updated_at: Date
  }
  user_roles: {
    user_id: UserId
    role: 'admin' | 'company_admin' | 'dispatcher' | 'driver' | 'client' | 'company'
  }
  user_companies: {
    user_id: UserId
    company_id: CompanyId
  }
  company_clients: {
    company_id: CompanyId
    user_id: UserId
    name: string | null
    about: string | null
    protocol_parent_user_id: UserId | null
    email: string | null
    /** Short code, unique within the company. */
    identifier: string | null
    is_active: Generated<boolean>
    version: Generated<number>
    created_at: Date
  }
  account_clients: {
    account_id: UserId
    user_id: UserId
    name: string
    note: string | null
    added_at: Date
    removed_at: Date | null
  }
  user_meta: {
    user_id: UserId
    key: string
    /** Sealed when it is secret. */
    value: string | null
    is_secret: Generated<boolean>
  }
  access_tokens: {
    id: Generated<number>
    token_hash: Buffer
    user_id: UserId
    device: string | null
    created_at: Date
    last_used_at: Date
    expires_at: Date
    revoked_at: Date | null
    device_id: number | null
    /** Network of the log-in: a /24 or a /48. */
    network: string | null
    login_device_id: number | null
  }
  login_devices: {
    id: Generated<number>
    user_id: UserId
    token_hash: Buffer
    created_at: Date
    last_used_at: Date
  }
  set_up_links: {
    token_hash: Buffer
    created_at: Date
    expires_at: Date
  }
  user_presence: {
    user_id: UserId
    is_online: boolean
    beat_at: Date
    beats: Generated<number>
  }
  protocol_companies: {
    user_id: UserId
    company_id: CompanyId
    contract_no: string | null
    contract_until: string | null
    credit_limit_bani: number | null
    contact_email: string | null
    is_active: Generated<boolean>
    pickup_name: string | null
    pickup_lat: number | null
    pickup_long: number | null
    invoicing_day: number | null
    payment_days: Generated<number>
    discount_id: number | null
    legal_name: string | null
    cui: string | null
    pays_vat: Generated<boolean>
    reg_com: string | null
    street: string | null
    city: string | null
    county: string | null
    updated_at: Date | null
    version: Generated<number>
  }
  blocked_phones: {
    id: Generated<number>
    company_id: CompanyId
    phone: string
    reason: string
    created_by: UserId | null
    created_at: Date
  }
  saved_addresses: {
    id: Generated<number>
    company_id: CompanyId
    phone: string
    user_id: UserId | null
    name: string
    lat: number
    long: number
    lat_e5: number
    long_e5: number
    place_id: string | null
    comment: string | null
    bloc: Generated<string>
    scara: Generated<string>
    reper: string | null
    use_count: Generated<number>
    last_used_at: Date
    deleted_at: Date | null
  }
  internal_places: {
    id: Generated<number>
    company_id: CompanyId
    place_id: string | null
    name: string
    lat: number
    lng: number
    comment: string | null
    bloc: string | null
    scara: string | null
    reper: string | null
    created_by: UserId | null
    created_at: Date
    deleted_at: Date | null
  }
}
