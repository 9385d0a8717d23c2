import type { CommissionType } from '../billing/commission.ts'
import type { FilingState } from '../billing/filing.ts'
import type { VatState } from '../billing/invoice.ts'
import type { MoneyMethod } from '../billing/ledger.ts'
import type { CarCategory } from '../fleet/car.ts'
import type { CompanyStatus } from '../identity/company.ts'
import type { Role } from '../identity/permissions.ts'
import type { QuotaKind } from '../identity/quota.ts'
import { answerKeys, ringSounds } from '../identity/ring-choices.ts'
import { announcementAudiences } from '../office/announcement-audiences.ts'
import type { DiscountTrigger, DiscountType } from '../orders/discount.ts'
import { fareDoubtReasons } from '../orders/fare-doubt-labels.ts'
import type { PaymentType } from '../orders/order.ts'
import { contentTypes } from './content-fields.ts'

type Words = Readonly<Record<string, string>>

const roles = {
  admin: 'Administrator platformă',
  company_admin: 'Administrator companie',
  dispatcher: 'Dispecer',
  driver: 'Șofer',
  client: 'Client',
  company: 'Companie protocol',
} satisfies Record<Role, string>

const pictures = { 'image/png': 'PNG', 'image/jpeg': 'JPEG', 'image/webp': 'WebP', 'image/svg+xml': 'SVG' }
const steps = { skipped: 'sărit', open: 'de făcut', done: 'făcut' }

/** Romanian labels of wire values, by field, or by row and field where the same field has different values. */
export const changedValues: Readonly<Record<string, Words>> = {
  audience: announcementAudiences,
  'content.type': contentTypes,
  default_sound: ringSounds,
  line_answer: answerKeys,
  fare_doubt: fareDoubtReasons,
  roles,
  first_step_place: steps,
  first_step_zones: steps,
  first_step_driver: steps,
  first_step_phone: steps,
  payment_type: { cash: 'Numerar', card: 'Card', protocol: 'Protocol' } satisfies Record<PaymentType, string>,
  method: { cash: 'Numerar', bank: 'Bancă', card: 'Card', none: 'Nespecificat' } satisfies Record<MoneyMethod, string>,
  vat_state: {
    registered: 'Plătitoare de TVA',
    not_registered: 'Neplătitoare de TVA',
    exempt: 'Scutită de TVA',
  } satisfies Record<VatState, string>,
  category: {
    standard: 'Standard',
    comfort: 'Confort',
    xl: 'XL',
    van: 'Furgonetă',
    moto: 'Motocicletă',
    bike: 'Bicicletă',
  } satisfies Record<CarCategory, string>,
  'discount.type': { percent: 'Procent din cost', fixed: 'Sumă fixă' } satisfies Record<DiscountType, string>,
  trigger: {
    every_nth_order: 'La fiecare a n-a comandă a clientului',
    first_order: 'La prima comandă a clientului',
    promo_code: 'Cu cod promoțional',
    protocol_company: 'Unei companii protocol',
    weekday_time: 'Oricui, în zilele și orele alese',
    manual: 'La alegerea dispecerului',
  } satisfies Record<DiscountTrigger, string>,
  'finance_settings.type': {
    percent: 'Procent',
    fixed: 'Sumă fixă',
    none: 'Fără comision',
  } satisfies Record<CommissionType, string>,
  payout: { auto: 'automat', manual: 'manual' },
  'company.status': { trial: 'Probă', active: 'Activă', suspended: 'Suspendată' } satisfies Record<
    CompanyStatus,
    string
  >,
  approval: { waiting: 'așteaptă aprobarea', approved: 'aprobată', refused: 'respinsă' },
  quota: {
    sms: 'SMS-uri',
    email: 'E-mailuri',
    push: 'Notificări',
    // Only in old entries: calls have limits of their own now.
    calls: 'Apeluri',
    imports: 'Importuri',
    exports: 'Exporturi',
    orders: 'Comenzi',
  } satisfies Record<QuotaKind | 'calls', string>,
  'device.status': { active: 'Activ', blocked: 'Blocat', lost: 'Pierdut' },
  platform: { android: 'Android', ios: 'iPhone' },
  'filing.kind': { efactura: 'RO e-Factura', townhall: 'Registru primărie' },
  'filing.state': {
    pending: 'În așteptare',
    uploaded: 'Încărcată',
    accepted: 'Acceptată',
    rejected: 'Respinsă',
    failed: 'Netrimisă',
  } satisfies Record<FilingState, string>,
  'efactura_authorisation.state': { active: 'Valabilă', refused: 'Refuzată', revoked: 'Retrasă', none: 'Fără' },
  'letter.state': { queued: 'În așteptare', sent: 'Trimis', failed: 'Eșuat', held: 'Reținut' },
  language: { ro: 'română', en: 'engleză' },
  format: { csv: 'CSV', xlsx: 'Excel', json: 'JSON', pdf: 'PDF' },
  package_id: { 1: 'Taxi', 2: 'Curierat', 3: 'Restaurant' },
  photo: pictures,
  logo: pictures,
  days: { 1: 'luni', 2: 'marți', 3: 'miercuri', 4: 'joi', 5: 'vineri', 6: 'sâmbătă', 7: 'duminică' },
}
