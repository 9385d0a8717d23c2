import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import {
  listInterlocutors,
  listMessages,
  listTemplates,
  type MessageView,
  readUnreadCount,
} from '@dispecerat/contract/office/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type EndpointOf, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { useSession } from '../../api/session.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { playOnce } from '../../shared/sounds/player.ts'
import { useRingSettings } from '../../shared/sounds/ring-settings.ts'
import { useThrottled } from '../../ui/use-throttled.ts'

const CALM_MS = 300
/** At most one sound in this time, so that a busy chat does not sound like an alarm. */
const PING_EVERY_MS = 10_000

export function useChatFeed(): number {
  return useFeed(
    readUnreadCount,
    [listMessages, listInterlocutors, listTemplates],
    ({ sender_id, interlocutor_id }) => interlocutor_id === null || sender_id === interlocutor_id,
  )
}

/** Number of unread messages, pushed; every message invalidates the panel's queries. */
export function useFeed(
  count: EndpointOf<{ count: number }>,
  shownIn: readonly Endpoint[],
  isForUs: (message: MessageView) => boolean,
): number {
  const cache = useQueryClient()
  const again = useThrottled(() => invalidate(cache, count, ...shownIn), CALM_MS)
  const ping = usePing(isForUs)
  useLive('chat_message', (message) => {
    again()
    ping(message)
  })
  useLive('messages_read', again)
  useLive('message_receipt', again)
  useLive('broadcast_sent', again)
  useResync(again)
  const { data } = useEndpointQuery(count, {}, { refetchInterval: useFallbackInterval(FALLBACK_MS.counts) })
  return data?.count ?? 0
}

/** One soft sound for messages from others, unless sounds are muted. */
function usePing(isForUs: (message: MessageView) => boolean): (message: MessageView) => void {
  const me = useSession((s) => s.userId)
  const lastAt = useRef(0)
  return (message) => {
    const { sound, volume } = useRingSettings.getState()
    if (
      message.sender_id === me ||
      !isForUs(message) ||
      sound === 'mute' ||
      Date.now() - lastAt.current < PING_EVERY_MS
    )
      return
    lastAt.current = Date.now()
    playOnce('short', (volume / 100) * 0.4)
  }
}
