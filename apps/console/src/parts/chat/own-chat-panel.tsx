import { listOwnMessages, sendOwnMessage } from '@dispecerat/contract/own-messages'
import { CloseButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { chatWords as words } from '../../text/chat-words.ts'
import { ownWords } from '../../text/own-words.ts'
import { useEscLayer } from '../../ui/esc-layer.ts'
import { ChatCompose } from './chat-compose.tsx'
import { ChatMessages } from './chat-messages.tsx'
import './chat.css'
import { CHAT } from './use-chat-feed.ts'
import { useOutgoing } from './use-send.ts'
import { talkOf } from './use-talk.ts'

/** An account has one conversation: nobody's id stands for the dispatch. */
const DISPATCH = 0
const PER_PAGE = 30

/** An account and its dispatch, beside whatever it is doing. */
export function OwnChatPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  useEscLayer(onClose)
  const { id: me, companies } = useUser()
  const found = useInfiniteQuery({
    queryKey: [CHAT, 'talk', DISPATCH],
    queryFn: ({ pageParam: page, signal }) =>
      call(listOwnMessages, { query: { page, per_page: PER_PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined),
    refetchInterval: useFallbackInterval(FALLBACK_MS.lists),
  })
  const send = useOutgoing(DISPATCH, ({ text, key }) => call(sendOwnMessage, { body: { message: text } }, { key }))
  const name = companies[0]?.name ?? ownWords.dispatch
  return (
    <aside className="chat-panel chat-panel-own" aria-label={words.title}>
      <header className="chat-head">
        <h2>
          {words.title} {unread > 0 ? <span className="dim small">({words.unread(unread)})</span> : null}
        </h2>
        <span className="chat-space" />
        <CloseButton aria-label={words.close} onClick={onClose} />
      </header>
      <section className="chat-talk" aria-label={words.talkWith(name)}>
        <div className="chat-talk-head">
          <h3>{name}</h3>
          <span className="small dim">{ownWords.dispatch}</span>
        </div>
        <ChatMessages
          talk={talkOf(found, null)}
          personId={DISPATCH}
          isTheirs={({ sender_id }) => sender_id !== me}
          onRetry={send}
        />
        <ChatCompose personId={DISPATCH} name={name} onSend={(text) => send({ text })} />
      </section>
    </aside>
  )
}
