import { create } from 'zustand'

interface SoundBlock {
  /** The browser plays nothing before the first click or key on the page. */
  isBlocked: boolean
  /** Somebody talks and is not heard because of it. */
  hidesVoice: boolean
}

export const useSoundBlock = create<SoundBlock>(() => ({ isBlocked: false, hidesVoice: false }))

/** Somebody pressed something: the page may play, and what waited for it plays. */
export function unblockSound() {
  useSoundBlock.setState({ isBlocked: false, hidesVoice: false })
}
