/** Faults of a simulated driver or of their phone. */
export const FAULTS = [
  'none',
  /** The phone is on, but nothing it receives reaches the driver: offers are never delivered. */
  'deaf',
  /** Sees every offer and answers none. */
  'looks_only',
  /** Answers just before or after the deadline. */
  'slow',
  /** The network is lost for some seconds, again and again, without a close frame. */
  'flapping',
  /** Reports positions for a minute, then none for three minutes. */
  'silent_gps',
  /** The phone's clock is hours off. */
  'wrong_clock',
  /** Positions arrive out of order. */
  'shuffled_gps',
] as const
export type Fault = (typeof FAULTS)[number]

/** Movement of an idle car: between the quarters of Brasov, here and there around its home, straight across, or none. */
export const ROAMS = ['city', 'walk', 'route', 'stay'] as const
export type Roam = (typeof ROAMS)[number]

/** Behaviour of one simulated driver. */
export interface DriverBehaviour {
  /** Seconds between receiving an offer and answering it. */
  acceptSeconds: number
  /** Percentages of offers that are refused and that are left ringing. */
  refusePercent: number
  ignorePercent: number
  kmPerHour: { from: number; to: number }
  /** Time factor of driving and waiting; answering is not sped up. */
  speedUp: number
  /** False: a user answers for the driver. */
  answersAlone: boolean
  /** Accepts the first order of the pending list when free. */
  takesPending: boolean
  /** Time until the client comes to the car. */
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
