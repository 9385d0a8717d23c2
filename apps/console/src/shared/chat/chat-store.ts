import { create } from 'zustand'
import { useSession } from '../../api/session.ts'

export interface Outgoing {
  key: string
  to: number
  text: string
  state: 'sending' | 'failed'
}

interface Chat {
  isOpen: boolean
  /** The open conversation; null when none is chosen. */
  personId: number | null
  search: string
  /** Unsent text by person, kept while another conversation is shown. */
  drafts: Readonly<Record<number, string>>
  /** Messages being sent, and those that failed. */
  outgoing: readonly Outgoing[]
}

const NOTHING: Chat = { isOpen: false, personId: null, search: '', drafts: {}, outgoing: [] }

export const useChat = create<Chat>(() => NOTHING)

/** Drafts are cleared when another user logs in, and kept when the same one comes back. */
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
