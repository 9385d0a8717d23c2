/** Messages between users, and system notices. Owns conversations, messages, message_templates. */
export { insertNotice } from './notices.store.ts'
