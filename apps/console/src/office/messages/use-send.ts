import { sendMessage } from '@dispecerat/contract/office/messages'
import { useQueryClient } from '@tanstack/react-query'
import { fieldMessage } from '../../api/field-message.ts'
import { request } from '../../api/request.ts'
import { dropOutgoing, type Outgoing, putOutgoing } from '../../shared/chat/chat-store.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { chatLabels } from '../chat-labels.ts'
import { CHAT } from './use-chat-feed.ts'

type Send = (message: { text: string; key?: string }) => void

export function useSend(to: number): Send {
  return useOutgoing(to, ({ text, key }) => request(sendMessage, { body: { user_id: to, message: text } }, { key }))
}

/** Shown at once; a failed message keeps its text and idempotency key, so that a retry cannot send it twice. */
export function useOutgoing(to: number, leave: (message: Pick<Outgoing, 'text' | 'key'>) => Promise<unknown>): Send {
  const cache = useQueryClient()
  const send = async ({ text, key }: Pick<Outgoing, 'text' | 'key'>) => {
    putOutgoing({ key, to, text, state: 'sending' })
    try {
      await leave({ text, key })
      await cache.invalidateQueries({ queryKey: [CHAT, 'talk', to] })
      dropOutgoing(key)
      void cache.invalidateQueries({ queryKey: [CHAT, 'people'] })
    } catch (error) {
      putOutgoing({ key, to, text, state: 'failed' })
      toast.bad(fieldMessage(error) ?? chatLabels.failed)
    }
  }
  return ({ text, key = crypto.randomUUID() }) => void send({ text, key })
}
