import { listOwnMessages, sendOwnMessage } from '@dispecerat/contract/office/own-messages'
import { endpointKey } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { ownScreenMessages } from '../../text/own-screen-messages.ts'
import { ChatFrame } from './chat-frame.tsx'
import { Conversation } from './conversation.tsx'
import { useOutgoing } from './use-send.ts'
import { usePagedTalk } from './use-talk.ts'

/** An account has one conversation; id 0 stands for the dispatchers. */
const DISPATCH = 0

/** The conversation of an account with its dispatchers, beside the screen. */
export function OwnChatPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const { id: me, companies } = useUser()
  const talk = usePagedTalk(endpointKey(listOwnMessages, {}, 'pages'), (paging, signal) =>
    request(listOwnMessages, { query: paging }, { signal }),
  )
  const send = useOutgoing(
    DISPATCH,
    ({ text, key }) => request(sendOwnMessage, { body: { message: text } }, { key }),
    listOwnMessages,
  )
  const name = companies[0]?.name ?? ownScreenMessages.dispatch
  return (
    <ChatFrame unread={unread} isNarrow onClose={onClose}>
      <Conversation
        talk={talk}
        personId={DISPATCH}
        name={name}
        head={
          <>
            <h3>{name}</h3>
            <span className="small dim">{ownScreenMessages.dispatch}</span>
          </>
        }
        isTheirs={({ sender_id }) => sender_id !== me}
        send={send}
      />
    </ChatFrame>
  )
}
