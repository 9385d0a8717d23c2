import { create } from 'zustand'

interface SoundBlock {
  /** The browser blocks autoplay before the first click or key on the page. */
  isBlocked: boolean
  /** A caller's voice is blocked because of it. */
  hidesVoice: boolean
}

export const useSoundBlock = create<SoundBlock>(() => ({ isBlocked: false, hidesVoice: false }))

/** After a press the page may play, and blocked players start. */
export function unblockSound() {
  useSoundBlock.setState({ isBlocked: false, hidesVoice: false })
}
