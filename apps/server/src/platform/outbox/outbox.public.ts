/**
 * Outbound e-mails, SMS and push messages. Owns outbox, message_texts. A message is inserted in the transaction that causes it and sent
 * after the commit, at least once; every attempt has the same message key. It is held without a provider, while the company is not
 * approved, and over the company's daily limit. Events: outbox_changed.
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
