/** Points as lat, long, lat, long… */
export type Coordinates = Float64Array

/** What the thread of the roads is told. */
export type RoadRequest =
  /** A graph as it was written; it takes the place of the one before. */
  | { ask: 'load'; n: number; bytes: ArrayBuffer }
  /** How far it is from each of `from` to `to`. */
  | { ask: 'distances'; n: number; from: Coordinates; to: Coordinates }
  /** The way over some points. */
  | { ask: 'route'; n: number; points: Coordinates }

/** One leg of a way; null where no road leads. */
export type RoadLeg = { metres: number; seconds: number; line: Coordinates } | null

/** What it says; every question is answered once. */
export type RoadReply =
  | { said: 'loaded'; n: number }
  /** Whole metres and seconds in the order of the starts; NaN where no road leads. */
  | { said: 'distances'; n: number; metres: Float64Array; seconds: Float64Array }
  | { said: 'route'; n: number; legs: RoadLeg[] }
  | { said: 'failed'; n: number; reason: string }
