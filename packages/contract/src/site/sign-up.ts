import { COMPANY_APPROVALS, SIGN_UP_MODES } from '@dispecerat/domain/identity/company-approval'
import { z } from 'zod'
import { NewPassword } from '../identity/accounts.ts'
import { Cui, LogoIn } from '../identity/companies.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { ByCompanyId } from '../kernel/ids.ts'
import { MAX_BODY_WITH_PHOTO_BYTES } from '../kernel/photo.ts'
import { Id, Latitude, Longitude, Phone, requiredText, textUpTo } from '../kernel/wire.ts'

const area = 'sign-up'

/** Wording beside the checkbox, stored with each consent. */
export const CONSENT_WORDING = 'Sunt de acord cu politica de confidențialitate și cu comunicările de marketing'
/** Pages covered by the consent. */
export const CONSENT_PAGES = ['confidentialitate', 'comunicari-comerciale', 'termeni'] as const

export const FoundCompany = z.object({
  denumire: z.string(),
  /** Registered for VAT. */
  scpTVA: z.boolean(),
  cui: z.string(),
  adresa: z.string(),
})
export type FoundCompany = z.infer<typeof FoundCompany>

export const checkCui = endpoint({
  method: 'GET',
  path: '/api/check-cui',
  does: 'What the tax authority says of a CUI; an empty list when it knows none.',
  area,
  may: 'public',
  query: z.object({ cui: Cui }),
  reply: z.array(FoundCompany),
  errors: ['registry.silent'],
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/company',
  does: 'Open an account for a company: its administrator, a search method for the whole day, a trial of 14 days. The same form sent twice makes one company.',
  area,
  may: 'public',
  body: z.object({
    cui: Cui,
    euid: textUpTo(40).optional(),
    name: requiredText(200, 'Numele firmei este obligatoriu'),
    address: requiredText(300, 'Adresa este obligatorie'),
    lat: Latitude.optional(),
    lng: Longitude.optional(),
    phone: Phone,
    package_id: z.union([z.literal(1), z.literal(2), z.literal(3)], 'Alegeți tipul afacerii'),
    description: textUpTo(2000).optional(),
    /** PNG, JPEG or SVG in base64: the company's logo. */
    logo: LogoIn.optional(),
    user_name: requiredText(120, 'Persoana de contact este obligatorie'),
    user_email: requiredText(200, 'E-mailul este obligatoriu').pipe(z.email('E-mail invalid')),
    user_password: NewPassword,
    consent: z.literal(true, 'Acordul este obligatoriu'),
  }),
  bodyBytes: MAX_BODY_WITH_PHOTO_BYTES,
  reply: z.object({
    company: z.object({
      id: Id,
      name: z.string(),
      package_id: z.number().int(),
      trial_until: z.string(),
      /** waiting: its administrator may log in, and no messages are sent until the platform approves. */
      approval: z.enum(COMPANY_APPROVALS),
    }),
  }),
  status: 201,
  errors: ['sign_up.closed'],
})
export type SignUpForm = z.input<typeof signUp.body>

export const readSignUpMode = endpoint({
  method: 'GET',
  path: '/api/sign-up',
  does: 'Whether a company may sign up, and whether the platform approves it first.',
  area,
  may: 'public',
  reply: z.object({ data: z.object({ mode: z.enum(SIGN_UP_MODES) }) }),
})

export const proveEmail = endpoint({
  method: 'POST',
  path: '/api/email-proof',
  does: 'Proves the e-mail of a new company by the link that was mailed; before that nothing leaves for it.',
  area,
  may: 'public',
  body: z.object({ token: requiredText(100, 'Legătura este incompletă') }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['company.proof_closed'],
})

export const sendProofAgain = endpoint({
  method: 'POST',
  path: '/api/companies/:id/email-proof',
  does: 'Mails the link again, to the e-mail that its administrator has now; five a day.',
  area,
  may: 'company_settings.edit',
  params: ByCompanyId,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['company.unknown'],
})

const Link = z.string().nullable()

/** Download links of the drivers' application; null: none yet. */
export const readAppLinks = endpoint({
  method: 'GET',
  path: '/api/app-links',
  does: 'Where the drivers’ application is had from.',
  area,
  may: 'public',
  reply: z.object({
    data: z.object({
      play_store: Link,
      app_store: Link,
      beta: z.object({ url: z.string(), version: Link, sha256: Link }).nullable(),
    }),
  }),
})
