import { create } from 'zustand'

const AFTER_FIRST_SCREEN_MS = 3000

/** True once the first screen has had time to stand: what it does without is mounted then. */
export const useAfterFirstScreen = create<{ isOver: boolean }>(() => ({ isOver: false }))
setTimeout(() => useAfterFirstScreen.setState({ isOver: true }), AFTER_FIRST_SCREEN_MS)
