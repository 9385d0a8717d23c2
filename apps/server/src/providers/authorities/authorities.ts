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
  content: string
}

/** A town hall that keeps the registers of dispatch offices. */
export interface TownHall {
  send(register: OutgoingRegister): Promise<void>
}

/** Those who are there; null: nobody, and what they would get stays listed. */
export interface Authorities {
  efactura: Einvoicing | null
  townhall: TownHall | null
}

/** It will never be taken as it is. Anything else that is thrown may pass. */
export class AuthorityRefused extends Error {}

/** The key to the authority is wrong or has expired. */
export class NotAuthorised extends Error {}
