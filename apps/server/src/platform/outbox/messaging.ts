/** Input of a provider; `key` is the same at each retry, so that it can recognise a repeat. */
export interface OutgoingMail {
  key: string
  to: string
  subject: string
  text: string
  html: string | null
}

export interface OutgoingSms {
  key: string
  /** E.164. */
  to: string
  text: string
}

export interface OutgoingPush {
  key: string
  /** Tokens with which the phones' app registered; one of them is enough. */
  tokens: readonly string[]
  title: string
  text: string
}

/** A permanent refusal: retrying is useless. Any other error may be temporary. */
export class ProviderRefused extends Error {}

/** External services that deliver messages to people; null where none is configured. */
export interface Messaging {
  mail: ((mail: OutgoingMail) => Promise<void>) | null
  sms: ((sms: OutgoingSms) => Promise<void>) | null
  push: ((push: OutgoingPush) => Promise<void>) | null
  close(): void
}
