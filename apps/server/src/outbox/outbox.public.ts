/**
 * What leaves the house by e-mail, SMS and push. Tables owned: outbox, message_texts. A letter is written in the transaction of what caused
 * it and sent after the commit, at least once, each try under the same message key; without a provider, for a company nobody has vetted and over a company's limit of
 * the day it is held. Events: outbox_changed.
 */

export { emitOutboxChanged } from './emit-outbox-changed.ts'
export { contentOf, standingText, wordingOf } from './message-content.ts'
export {
  companyNamed,
  isTextOn,
  lockText,
  saveText,
  type TextRow,
  textRows,
} from './message-texts.store.ts'
export { releaseHeld, stopQueued } from './outbox.store.ts'
export { CODE_MARK, queueMail, queueMails, queuePush, queueSms, TOKEN_MARK } from './queue-message.ts'
