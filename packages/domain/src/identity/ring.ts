/** Ring sounds; the first is the default, the last is silent. */
export const RING_SOUNDS = ['sound', 'bell', 'digital', 'alarm', 'melody', 'short', 'mute'] as const
export type RingSound = (typeof RING_SOUNDS)[number]

/** 'simple': F1 answers. 'lines': F1–F9 are lines and backtick answers. */
export const LINE_ANSWERS = ['simple', 'lines'] as const
export type LineAnswer = (typeof LINE_ANSWERS)[number]

export interface RingDefaults {
  sound: RingSound
  line_answer: LineAnswer
}
