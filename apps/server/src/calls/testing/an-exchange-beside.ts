import type { TestServer } from '../../testing/a-server.ts'
import { ScriptedExchange } from '../../testing/scripted-exchange.ts'
import type { TelephonyContext } from '../exchange-desk.ts'
import { subscribeToExchange } from '../hear-exchange.ts'
import { openPhoneDirectory } from '../phone-book.ts'

/** An exchange beside the house whose words become rows, and the desk the verbs of calls find it at. */
export function anExchangeBeside({ server, companyId }: { server: TestServer; companyId: number }, name: string) {
  const telephony = new ScriptedExchange(companyId)
  subscribeToExchange(server, server.realtime, { telephony, exchange: name, testNumbers: [] })
  const telephonyContext: TelephonyContext = { telephony, name, book: openPhoneDirectory(server, server.realtime) }
  return { telephony, telephonyContext }
}
