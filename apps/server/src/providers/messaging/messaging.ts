/** What a provider is given; `key` is the same at each try, so that a repeated one can be recognised. */
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
  /** What the phones' app registered with; one of them is enough. */
  tokens: readonly string[]
  title: string
  text: string
}

/** The provider will never take this one: another try is useless. Anything else that is thrown may pass. */
export class ProviderRefused extends Error {}

/** Other people's machines that carry words to people; null: there is none. */
export interface Messaging {
  mail: ((mail: OutgoingMail) => Promise<void>) | null
  sms: ((sms: OutgoingSms) => Promise<void>) | null
  push: ((push: OutgoingPush) => Promise<void>) | null
  close(): void
}
