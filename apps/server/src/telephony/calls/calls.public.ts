/**
 * Telephone calls: ringing, answered, on hold. Owns calls. Records client_call_incoming, client_call_accepted, client_call_dialled,
 * client_call_held, client_call_unheld, client_call_transferred, client_call_ended, missed_calls_changed; handles order.placed,
 * order.search_over and account.sessions_ended, emits call.recorded and outgoing.alarm_raised.
 */

export { ExchangeHosts } from '../exchange/exchange-hosts.ts'
export { subscribeToExchange } from '../exchange/subscribe-to-exchange.ts'
export { exchangeName, healthChecksOf, type TelephonyContext } from '../exchange/telephony-context.ts'
export { openPhoneDirectory } from '../lines/phone-directory.ts'
export { letOut } from '../outgoing/let-out.ts'
export { noteOutgoingEnded, noteOutgoingReached } from '../outgoing/outgoing.store.ts'
export { type AccountKind, extensionsOf, renewDigests, setAccountPassword } from '../sip-accounts/sip-accounts.store.ts'
export { everyMeta, type MetaRow, saveMeta } from '../sip-accounts/user-meta.store.ts'
export {
  metaOf,
  ownMeta,
  type PhonesOfServer,
  SIP_PASSWORD,
  TELEPHONE_KEYS,
  versionOfMeta,
} from '../sip-accounts/user-meta.ts'
export { subscribeCalls } from './subscribe-calls.ts'
