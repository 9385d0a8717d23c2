/**
 * What leaves the house by e-mail, SMS and push. Table owned: outbox. A letter is written in the transaction of what caused
 * it and sent after the commit, at least once, each try under the same message key; without a provider it is held.
 */
export { queueMail, queuePush, queueSms } from './queue-letter.ts'
