/** What is not as it should be with a driver or with his phone. */
export const FAULTS = [
  'none',
  /** The phone is on, and nothing that it hears reaches the driver: offers are never delivered. */
  'deaf',
  /** Sees every offer and answers none. */
  'looks_only',
  /** Answers when it is nearly, or really, too late. */
  'slow',
  /** The network goes for some seconds, again and again, without a goodbye. */
  'flapping',
  /** Says where the car is for a minute, then for three minutes nothing. */
  'silent_gps',
  /** The phone's clock is hours off. */
  'wrong_clock',
  /** Positions overtake each other on the way. */
  'shuffled_gps',
] as const
export type Fault = (typeof FAULTS)[number]

/** What an idle car does: between the quarters of Brasov, here and there around its home, straight across, or nothing. */
export const ROAMS = ['city', 'walk', 'route', 'stay'] as const
export type Roam = (typeof ROAMS)[number]

/** How one pretend driver is. */
export interface DriverBehaviour {
  /** Seconds between hearing an offer and answering it. */
  acceptSeconds: number
  /** Of a hundred offers, how many are refused and how many are left ringing. */
  refusePercent: number
  ignorePercent: number
  kmPerHour: { from: number; to: number }
  /** Driving and waiting go this many times faster than life; answering does not. */
  speedUp: number
  /** False: somebody answers for him, by hand. */
  answersAlone: boolean
  /** Takes the first order of the pending list when free. */
  takesPending: boolean
  /** Clients need a while to come down. */
  clientComesSeconds: { from: number; to: number }
  /** Seconds from the client in the car to the end of the trip, wherever the car is; null = at the destination. */
  finishAfterSeconds: number | null
  roam: Roam
  fault: Fault
}

export const DEFAULT_BEHAVIOUR: DriverBehaviour = {
  acceptSeconds: 3,
  refusePercent: 10,
  ignorePercent: 10,
  kmPerHour: { from: 30, to: 45 },
  speedUp: 1,
  answersAlone: true,
  takesPending: false,
  clientComesSeconds: { from: 20, to: 120 },
  finishAfterSeconds: null,
  roam: 'city',
  fault: 'none',
}

export const SLOW_ANSWER_SECONDS = { from: 8, to: 25 } as const
