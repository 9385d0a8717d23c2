import { type CallView, takeOverCall } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { notifyError } from '../../api/notify-error.ts'
import { request as ask } from '../../api/request.ts'
import { ro } from '../../text/ro.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { loadCalls, replyHandler } from './calls-store.ts'
import { takeOverMessages as messages } from './take-over-messages.ts'

/** Takes a colleague's call over to this dispatcher's telephone, after confirmation. */
export function confirmTakeOver(call: CallView): void {
  const who = call.client.name ?? prettyPhone(call.phone)
  const text = call.state === 'on_hold' ? messages.confirmHeld : messages.ask
  confirm({ text: text(call.dispatcher_name ?? '', who), yes: ro.calls.takeOver, onYes: () => void takeOver(call) })
}

/** The server pushes the call's new dispatcher to both. */
async function takeOver(call: CallView): Promise<void> {
  const { order_id: orderId, dispatcher_id } = call
  if (orderId === null || dispatcher_id === null) return
  const applyReply = replyHandler(call)
  try {
    applyReply((await ask(takeOverCall, { params: { orderId }, body: { from_user_id: dispatcher_id } })).data)
  } catch (error) {
    notifyError(error)
    void loadCalls()
  }
}
