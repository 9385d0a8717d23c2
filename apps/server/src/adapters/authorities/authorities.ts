/** An invoice or a credit note in the form that the tax authority accepts. */
export interface OutgoingInvoice {
  /** CIF of the issuer, digits only. */
  cif: string
  /** UBL for an invoice, CN for a credit note. */
  standard: 'UBL' | 'CN'
  xml: string
}

export type Verdict =
  | { is: 'processing' }
  /** The archive with the document and the authority's signature. */
  | { is: 'accepted'; answer: Buffer }
  | { is: 'rejected'; message: string; answer: Buffer | null }

/** RO e-Factura through any provider. Every request is answered within a time limit or throws. */
export interface Einvoicing {
  /** Id of the upload in later requests. */
  upload(invoice: OutgoingInvoice): Promise<{ index: string }>
  verdictOf(index: string): Promise<Verdict>
}

export interface OutgoingRegister {
  /** The same at each retry. */
  key: string
  companyCif: string | null
  day: string
  format: 'csv' | 'xml'
  fileName: string
  /** 0 for the first of the day; the highest number counts. */
  correction: number
  content: string
}

/** A town hall that collects the registers of dispatch offices. */
export interface TownHall {
  send(register: OutgoingRegister): Promise<void>
}

/** Tokens that the tax authority grants to the holder of a certificate. */
export interface GrantedTokens {
  accessToken: string
  /** Null when the previous refresh token stays valid. */
  refreshToken: string | null
  expiresInSeconds: number
}

/**
 * OAuth with which a company lets this installation file for it. `exchange` and `refresh` throw GrantRefused when the code or token is not
 * accepted.
 */
export interface EfacturaOauth {
  authorizeUrl(state: string): string
  exchange(code: string): Promise<GrantedTokens>
  refresh(refreshToken: string): Promise<GrantedTokens>
}

export interface Efactura {
  /** An API that files with this token. */
  as(token: string): Einvoicing
  /** The operator's own token, for one CUI. */
  ownToken: { token: string; cui: string } | null
  /** Null when companies cannot authorise. */
  oauth: EfacturaOauth | null
}

/** The configured authorities; null where there is none, and what it would receive stays listed. */
export interface Authorities {
  efactura: Efactura | null
  townhall: TownHall | null
}

/** A permanent refusal: retrying is useless. Any other error may be temporary. */
export class AuthorityRefused extends Error {
  /** HTTP status; undefined when the refusal is in the body of a successful response. */
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
