/** What people write one another, and lines nobody wrote. Tables owned: conversations, messages, message_templates. */
export { insertNotice } from './notices.store.ts'
