import { create } from 'zustand'

/** One second-clock for every age and countdown on the screen. */
export const useNow = create<{ now: number }>(() => ({ now: Date.now() }))

setInterval(() => useNow.setState({ now: Date.now() }), 1000)
