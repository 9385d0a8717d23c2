import { listInterlocutors, listMessages, sendMessage } from '@dispecerat/contract/office/messages'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, type Target } from '../../api/endpoint-query.ts'
import { fieldMessage } from '../../api/field-errors.ts'
import { request } from '../../api/request.ts'
import { dropOutgoing, type Outgoing, putOutgoing } from '../../shared/chat/chat-store.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { chatLabels } from '../chat-labels.ts'

type Send = (message: { text: string; key?: string }) => void

export function useSend(to: number): Send {
  return useOutgoing(to, ({ text, key }) => request(sendMessage, { body: { user_id: to, message: text } }, { key }), [
    listMessages,
    { query: { receiver_id: to } },
  ])
}

/** Shown at once; a failed message keeps its text and idempotency key, so that a retry cannot send it twice. */
export function useOutgoing(
  to: number,
  leave: (message: Pick<Outgoing, 'text' | 'key'>) => Promise<unknown>,
  talk: Target,
): Send {
  const cache = useQueryClient()
  const send = async ({ text, key }: Pick<Outgoing, 'text' | 'key'>) => {
    putOutgoing({ key, to, text, state: 'sending' })
    try {
      await leave({ text, key })
      await invalidate(cache, talk)
      dropOutgoing(key)
      void invalidate(cache, listInterlocutors)
    } catch (error) {
      putOutgoing({ key, to, text, state: 'failed' })
      toast.bad(fieldMessage(error) ?? chatLabels.failed)
    }
  }
  return ({ text, key = crypto.randomUUID() }) => void send({ text, key })
}
