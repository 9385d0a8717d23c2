/** The wall clock of the trade; everything that reads the time is handed one. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
