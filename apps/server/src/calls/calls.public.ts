/**
 * Telephone calls: ringing, answered, on hold. Owns calls. Records client_call_incoming, client_call_accepted, client_call_dialled,
 * client_call_held, client_call_unheld, client_call_transferred, client_call_ended, missed_calls_changed; handles order.placed,
 * order.search_over and account.sessions_ended, emits call.recorded and outgoing.alarm_raised.
 */

export { ExchangeHosts } from './exchange-hosts.ts'
export { letOut } from './let-out.ts'
export { noteOutgoingEnded, noteOutgoingReached } from './outgoing.store.ts'
export { openPhoneDirectory } from './phone-directory.ts'
export { type AccountKind, extensionsOf, renewDigests, setAccountPassword } from './sip-accounts.store.ts'
export { subscribeCalls } from './subscribe-calls.ts'
export { subscribeToExchange } from './subscribe-to-exchange.ts'
export { exchangeName, healthChecksOf, type TelephonyContext } from './telephony-context.ts'
export { everyMeta, type MetaRow, saveMeta } from './user-meta.store.ts'
export { metaOf, ownMeta, type PhonesOfServer, SIP_PASSWORD, TELEPHONE_KEYS, versionOfMeta } from './user-meta.ts'
