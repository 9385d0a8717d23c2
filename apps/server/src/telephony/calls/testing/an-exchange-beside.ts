import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { TestServer } from '../../../testing/a-server.ts'
import { ScriptedExchange } from '../../../testing/telephone/scripted-exchange.ts'
import { subscribeToExchange } from '../../exchange/subscribe-to-exchange.ts'
import type { TelephonyContext } from '../../exchange/telephony-context.ts'
import { openPhoneDirectory } from '../../lines/phone-directory.ts'

/** A scripted external exchange whose events become rows, with the context that the commands for calls use. */
export function anExchangeBeside({ server, companyId }: { server: TestServer; companyId: CompanyId }, name: string) {
  const telephony = new ScriptedExchange(companyId)
  subscribeToExchange(server, server.realtime, { telephony, exchange: name, testNumbers: [] })
  const telephonyContext: TelephonyContext = {
    telephony,
    name,
    phoneDirectory: openPhoneDirectory(server, server.realtime),
  }
  return { telephony, telephonyContext }
}
