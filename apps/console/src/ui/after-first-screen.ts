import { create } from 'zustand'

const AFTER_FIRST_SCREEN_MS = 3000

/** True some time after the first screen was shown: parts it can do without are mounted then. */
export const useAfterFirstScreen = create<{ isOver: boolean }>(() => ({ isOver: false }))
setTimeout(() => useAfterFirstScreen.setState({ isOver: true }), AFTER_FIRST_SCREEN_MS)
