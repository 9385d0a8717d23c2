/**
 * Each company's data about its clients. Owns company_clients; creates the user of an unknown phone. Handles account.email_changing and
 * account.phone_changing.
 */
export { isBlockedPhone } from './blocked-phones.store.ts'
export { changePhoneOfAccount } from './change-phone-of-account.ts'
export { type CompanyClient, clientOfPhone, updateClient } from './clients.store.ts'
export { clientView } from './clients.views.ts'
export { moveClients } from './move-clients.store.ts'
export { forgetUnusedHolders, holderOfPhone, takeEmailFromClient } from './phone-holders.store.ts'
