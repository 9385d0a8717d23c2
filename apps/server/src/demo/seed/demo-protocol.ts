import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { COURIER_COMPANY, RESTAURANT_COMPANY, STAFF, TAXI_COMPANY } from './demo-accounts.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'
import type { DemoAddress } from './demo-streets.ts'

const DAY_MS = 86_400_000
const door = { bloc: '', scara: '', reper: null }

/** Pickup addresses of the pizzeria and the trattoria. */
export const PIZZERIA: DemoAddress = { name: 'Strada Sforii 3', lat: 45.6397, long: 25.5884, ...door }
export const TRATTORIA: DemoAddress = { name: 'Piața Sfatului 12', lat: 45.6421, long: 25.5887, ...door }
export const FLORIST: DemoAddress = { name: 'Strada Republicii 41', lat: 45.6439, long: 25.5927, ...door }

interface Contract {
  userId: UserId
  companyId: CompanyId
  no: string
  email: string
  limitRon: number | null
  pickup?: DemoAddress
  party?: typeof HOTEL
}

/** Complete invoice data of the hotel, so that invoices can be issued from the first day. */
const HOTEL = {
  legal_name: 'Hotel Poarta Tâmpei SA',
  cui: '361757',
  pays_vat: true,
  reg_com: 'J08/17/1991',
  street: 'Bulevardul Eroilor 19',
  city: 'Brașov',
  county: 'BV',
}

const CONTRACTS: readonly Contract[] = [
  {
    userId: STAFF.protocol,
    companyId: TAXI_COMPANY,
    no: 'PR-17',
    email: 'protocol@demo.ro',
    limitRon: 8000,
    party: HOTEL,
  },
  { userId: STAFF.clinic, companyId: TAXI_COMPANY, no: 'PR-21', email: 'clinica@demo.ro', limitRon: 8000 },
  { userId: STAFF.flowers, companyId: COURIER_COMPANY, no: 'CD-4', email: 'florarie@demo.ro', limitRon: 6000 },
  {
    userId: STAFF.pizzeria,
    companyId: COURIER_COMPANY,
    no: 'CD-9',
    email: 'restaurant@demo.ro',
    limitRon: 12_000,
    pickup: PIZZERIA,
  },
  { userId: STAFF.trattoria, companyId: RESTAURANT_COMPANY, no: 'RD-1', email: 'trattoria@demo.ro', limitRon: null },
]

const NO_PARTY = {
  legal_name: null,
  cui: null,
  pays_vat: false,
  reg_com: null,
  street: null,
  city: null,
  county: null,
}

/** Protocol companies. The trattoria has no pickup of its own, so its goods are fetched from the restaurant company's address. */
export function protocolRows(now: Date): SeedRows {
  const contract_until = new Date(now.getTime() + 300 * DAY_MS).toISOString().slice(0, 10)
  return {
    billing_profiles: [billingProfile(now)],
    protocol_companies: CONTRACTS.map(
      ({ userId, companyId, no, email, limitRon, pickup, party }): SeedRow<'protocol_companies'> => ({
        ...(party ?? NO_PARTY),
        user_id: userId,
        company_id: companyId,
        contract_no: no,
        contract_until,
        credit_limit_bani: limitRon === null ? null : limitRon * 100,
        contact_email: email,
        is_active: true,
        pickup_name: pickup?.name ?? null,
        pickup_lat: pickup?.lat ?? null,
        pickup_long: pickup?.long ?? null,
      }),
    ),
  }
}

/** CUI of the demo's taxi company. */
export const TAXI_CUI = '18547290'

/** Invoice issuer of the taxi company. */
function billingProfile(now: Date): SeedRow<'billing_profiles'> {
  return {
    company_id: TAXI_COMPANY,
    legal_name: 'Taxi Demo Brașov SRL',
    cui: TAXI_CUI,
    vat_state: 'registered',
    reg_com: 'J08/402/2006',
    street: 'Strada Lungă 7',
    city: 'Brașov',
    county: 'BV',
    email: 'manager@demo.ro',
    series: 'TXD',
    credit_series: 'TXS',
    updated_at: now,
  }
}
