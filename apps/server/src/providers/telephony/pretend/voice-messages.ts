/** Requests to the thread of the voices, each about one voice. */
export type VoiceRequest = { voice: number } & (
  | { ask: 'open'; hertz: number }
  /** `host`: the address in plain RTP; without it WebRTC. */
  | { ask: 'say'; sound: Uint8Array; host?: string }
  | { ask: 'answered'; sdp: string }
  | { ask: 'reoffered'; sdp: string; n: number }
  | { ask: 'speaks'; isSpeaking: boolean }
  | { ask: 'close' }
)

/** Replies of the thread; `n` is the number of the request, 0 the opening. */
export type VoiceReply =
  | { said: 'sdp'; voice: number; n: number; sdp: string }
  | { said: 'all'; voice: number }
  | { said: 'key'; voice: number; key: string }
  | { said: 'failed'; voice: number; n: number; reason: string }
  | { said: 'heard'; bytes: [voice: number, bytes: number][] }
