/** Requests to the thread of the voices, each about one voice. */
export type VoiceRequest = { voice: number } & (
  | { type: 'open'; hertz: number }
  /** `host`: the address in plain RTP; without it WebRTC. */
  | { type: 'say'; sound: Uint8Array; host?: string }
  | { type: 'answered'; sdp: string }
  | { type: 'reoffered'; sdp: string; n: number }
  | { type: 'speaks'; isSpeaking: boolean }
  | { type: 'close' }
)

/** Replies of the thread; `n` is the number of the request, 0 the opening. */
export type VoiceReply =
  | { type: 'sdp'; voice: number; n: number; sdp: string }
  | { type: 'all'; voice: number }
  | { type: 'key'; voice: number; key: string }
  | { type: 'failed'; voice: number; n: number; reason: string }
  | { type: 'heard'; bytes: [voice: number, bytes: number][] }
