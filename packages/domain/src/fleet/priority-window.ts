/** A priority window of a driver: [from, to). */
export interface PriorityWindow {
  from: Date
  to: Date
}

/** Priority of a driver at one instant, its end, and the next change. */
export interface Priority {
  isHigh: boolean
  /** End of the windows that follow each other without a gap; null without priority. */
  until: Date | null
  /** The next start or end of priority; null when no window is left. */
  nextChangeAt: Date | null
}

/** The union of a driver's windows, which may overlap, at one instant. */
export function priorityAt(windows: readonly PriorityWindow[], now: Date): Priority {
  const ahead = windows.filter(({ to }) => to > now).sort((a, b) => a.from.getTime() - b.from.getTime())
  const first = ahead[0]
  if (!first) return { isHigh: false, until: null, nextChangeAt: null }
  if (first.from > now) return { isHigh: false, until: null, nextChangeAt: first.from }
  let until = first.to
  for (const { from, to } of ahead) {
    if (from > until) break
    if (to > until) until = to
  }
  return { isHigh: true, until, nextChangeAt: until }
}
