/** Points as lat, long, lat, long… */
export type Coordinates = Float64Array

/** Requests to the thread of the roads. */
export type RoadRequest =
  /** A serialised graph, which replaces the previous one. */
  | { type: 'load'; n: number; bytes: ArrayBuffer }
  /** Distances from each of `from` to `to`. */
  | { type: 'distances'; n: number; from: Coordinates; to: Coordinates }
  /** The route over some points. */
  | { type: 'route'; n: number; points: Coordinates }

/** One leg of a route; null where there is no road. */
export type RoadLeg = { metres: number; seconds: number; line: Coordinates } | null

/** Replies of the thread; every request gets exactly one. */
export type RoadReply =
  | { type: 'loaded'; n: number }
  /** Whole metres and seconds in the order of the starts; NaN where there is no road. */
  | { type: 'distances'; n: number; metres: Float64Array; seconds: Float64Array }
  | { type: 'route'; n: number; legs: RoadLeg[] }
  | { type: 'failed'; n: number; reason: string }
