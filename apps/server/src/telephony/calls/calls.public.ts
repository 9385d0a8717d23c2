/**
 * Telephone calls: ringing, answered, on hold. Owns calls. Records client_call_incoming, client_call_accepted, client_call_dialled,
 * client_call_held, client_call_unheld, client_call_transferred, client_call_ended, missed_calls_changed; handles order.placed,
 * order.search_over and account.sessions_ended, emits call.recorded and outgoing.alarm_raised.
 */

export { accountKindsOf, openTelephonyContext } from '../exchange/open-telephony-context.ts'
export type { TelephonyContext } from '../exchange/telephony-context.ts'
export { letOut } from '../outgoing/let-out.ts'
export { noteOutgoingEnded, noteOutgoingReached } from '../outgoing/outgoing.store.ts'
export { extensionsOf, renewDigests, setAccountPassword } from '../sip-accounts/sip-accounts.store.ts'
export { type MetaRow, saveMeta, versionedMeta } from '../sip-accounts/user-meta.store.ts'
export {
  metaOf,
  ownMeta,
  type PhonesOfServer,
  SIP_PASSWORD,
  TELEPHONE_KEYS,
} from '../sip-accounts/user-meta.ts'
