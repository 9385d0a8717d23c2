/** An invoice or a credit note as the tax authority takes it. */
export interface OutgoingInvoice {
  /** Of who issued it: digits alone. */
  cif: string
  /** UBL an invoice, CN a credit note. */
  standard: 'UBL' | 'CN'
  xml: string
}

export type Verdict =
  | { is: 'processing' }
  /** The archive with the document and the authority's seal. */
  | { is: 'accepted'; answer: Buffer }
  | { is: 'rejected'; message: string; answer: Buffer | null }

/** RO e-Factura, whoever carries it there. Everything is answered within its time or throws. */
export interface Einvoicing {
  /** What the upload is known by from now on. */
  upload(invoice: OutgoingInvoice): Promise<{ index: string }>
  verdictOf(index: string): Promise<Verdict>
}

export interface OutgoingRegister {
  /** The same at each try. */
  key: string
  companyCif: string | null
  day: string
  format: 'csv' | 'xml'
  fileName: string
  /** 0 for the first of the day; the highest number counts. */
  correction: number
  content: string
}

/** A town hall that keeps the registers of dispatch offices. */
export interface TownHall {
  send(register: OutgoingRegister): Promise<void>
}

/** What the tax authority grants to whoever showed a certificate there. */
export interface GrantedTokens {
  accessToken: string
  /** null: the one before stays valid. */
  refreshToken: string | null
  expiresInSeconds: number
}

/** How a company lets this installation file for it. `exchange` and `refresh` throw GrantRefused when the code or token is not accepted. */
export interface EfacturaOauth {
  authorizeUrl(state: string): string
  exchange(code: string): Promise<GrantedTokens>
  refresh(refreshToken: string): Promise<GrantedTokens>
}

export interface Efactura {
  /** Files with this token. */
  as(token: string): Einvoicing
  /** The operator's own token, for one CUI. */
  ownToken: { token: string; cui: string } | null
  /** null: companies cannot authorise. */
  oauth: EfacturaOauth | null
}

/** Those who are there; null: nobody, and what they would get stays listed. */
export interface Authorities {
  efactura: Efactura | null
  townhall: TownHall | null
}

/** It will never be taken as it is. Anything else that is thrown may pass. */
export class AuthorityRefused extends Error {
  /** Of the HTTP answer; undefined when the refusal stands in its text. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** The code or the refresh token is not accepted: the company has to authorise again. */
export class GrantRefused extends Error {}

/** The key to the authority is wrong or has expired. */
export class NotAuthorised extends Error {}
