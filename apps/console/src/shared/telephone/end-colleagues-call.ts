import { type CallView, endCall } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { notifyError } from '../../api/notify-error.ts'
import { request as ask } from '../../api/request.ts'
import { ro } from '../../text/ro.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { endCallMessages as messages } from './end-call-messages.ts'

/** Ends a call that a colleague has forgotten, after confirmation. */
export function confirmEnd(call: CallView): void {
  const who = call.client.name ?? prettyPhone(call.phone)
  confirm({
    text: messages.ask(call.dispatcher_name ?? '', who),
    yes: ro.calls.end,
    danger: true,
    onYes: () => void end(call),
  })
}

async function end({ phone }: CallView): Promise<void> {
  try {
    await ask(endCall, { body: { phone_number: phone } })
    toast.good(messages.ended)
  } catch (error) {
    notifyError(error)
  }
}
