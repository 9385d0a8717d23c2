import type { CompanyApproval } from '@dispecerat/domain/identity/company-approval'
import type { LimitKind } from '@dispecerat/domain/identity/quota'
import { groupThousands } from '@dispecerat/domain/kernel/plural'

/** Approval of a company, and its daily limits. */
export const companyLimitsMessages = {
  approvals: {
    open: 'Înscrisă fără aprobare',
    waiting: 'Așteaptă aprobarea',
    approved: 'Aprobată',
    refused: 'Respinsă',
  } satisfies Record<CompanyApproval, string>,
  approval: 'Aprobare',
  waitingCount: (n: number) => `Așteaptă aprobarea: ${n}.`,
  now: (state: string) => `${state}.`,
  reasonWas: (reason: string) => `Motiv: ${reason}`,
  emailNotProved: 'Adresa de e-mail nu a fost confirmată încă; până atunci nu pleacă nimic.',
  approve: 'Aprobă firma',
  refuse: 'Respinge firma',
  reason: 'Motivul respingerii',
  reasonHint: 'Îl citește administratorul firmei.',
  approved: 'Firma a fost aprobată',
  refused: 'Firma a fost respinsă',
  usage: 'Limite',
  usageHint: 'Numărate de la miezul nopții; consolele, câte sunt deschise acum.',
  onlyNoted: 'Comenzile nu se refuză niciodată; depășirea se notează în istoric.',
  kinds: {
    sms: 'SMS-uri',
    email: 'E-mailuri',
    push: 'Notificări',
    imports: 'Importuri',
    exports: 'Exporturi',
    orders: 'Comenzi',
    sockets: 'Console deschise',
  } satisfies Record<LimitKind, string>,
  columns: { kind: 'Ce', used: 'Folosit', limit: 'Limită' },
  limitOf: (kind: string) => `Limita: ${kind}`,
  byDefault: (limit: number) => `implicit ${groupThousands(limit)}`,
  countries: 'Țări pentru SMS',
  countriesHint: 'Prefixe separate prin spațiu, de exemplu: +40 +373',
  save: 'Salvează limitele',
  saved: 'Limitele au fost salvate',
  notLoaded: 'Limitele nu s-au putut citi.',
} as const

/** Shown above every screen of a company that is not approved yet. */
export const vettingMessages = {
  waiting: (name: string) =>
    `${name} așteaptă aprobarea platformei: puteți pregăti totul, dar nu pleacă mesaje și nu se iau comenzi.`,
  refused: (name: string, reason: string | null) =>
    `Înscrierea firmei ${name} a fost respinsă${reason ? `: ${reason}` : '.'}`,
  email: (name: string) =>
    `${name}: confirmați adresa de e-mail din mesajul primit; până atunci nu pleacă niciun mesaj.`,
  again: 'Trimite din nou legătura',
  sent: 'Legătura a fost trimisă',
} as const

/** The link that confirms the e-mail address of a new company. */
export const confirmEmailMessages = {
  title: 'Confirmarea e-mailului',
  lead: 'Confirmați adresa de e-mail, ca firma să poată trimite mesaje.',
  confirm: 'Confirmă adresa',
  sending: 'Se trimite…',
  done: 'Adresa a fost confirmată.',
  toLogin: 'Mergi la autentificare',
} as const
