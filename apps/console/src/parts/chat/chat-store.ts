import { create } from 'zustand'
import { useSession } from '../../api/session.ts'

/** Under which the quick replies are kept. */
export const QUICK = ['chat', 'templates'] as const

export interface Outgoing {
  key: string
  to: number
  text: string
  state: 'sending' | 'failed'
}

interface Chat {
  isOpen: boolean
  /** With whom; null: nobody chosen yet. */
  personId: number | null
  search: string
  /** What was typed and not sent, by person: it waits while another conversation is looked at. */
  drafts: Readonly<Record<number, string>>
  /** On their way, or failed and kept. */
  outgoing: readonly Outgoing[]
}

const NOTHING: Chat = { isOpen: false, personId: null, search: '', drafts: {}, outgoing: [] }

export const useChat = create<Chat>(() => NOTHING)

/** What one person typed is nobody else's who logs in here after him; whoever comes back finds it. */
let writerId = useSession.getState().userId
useSession.subscribe(({ userId }) => {
  if (userId === null) return closeChat()
  if (userId !== writerId) useChat.setState(NOTHING)
  writerId = userId
})

export function openChat(personId?: number) {
  useChat.setState(personId === undefined ? { isOpen: true } : { isOpen: true, personId })
}

export function closeChat() {
  useChat.setState({ isOpen: false })
}

export function setDraft(personId: number, text: string) {
  useChat.setState(({ drafts }) => ({ drafts: { ...drafts, [personId]: text } }))
}

export function putOutgoing(message: Outgoing) {
  useChat.setState(({ outgoing }) => ({ outgoing: [...outgoing.filter(({ key }) => key !== message.key), message] }))
}

export function dropOutgoing(key: string) {
  useChat.setState(({ outgoing }) => ({ outgoing: outgoing.filter((one) => one.key !== key) }))
}
