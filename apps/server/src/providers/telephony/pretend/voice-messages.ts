/** What the thread of the voices is asked, each about one voice. */
export type VoiceRequest = { voice: number } & (
  | { ask: 'open'; hertz: number }
  /** `host`: in plain RTP, the address that is told; without it WebRTC. */
  | { ask: 'say'; sound: Uint8Array; host?: string }
  | { ask: 'answered'; sdp: string }
  | { ask: 'reoffered'; sdp: string; n: number }
  | { ask: 'speaks'; isSpeaking: boolean }
  | { ask: 'close' }
)

/** What it says; `n` is the question it answers, 0 the opening. */
export type VoiceReply =
  | { said: 'sdp'; voice: number; n: number; sdp: string }
  | { said: 'all'; voice: number }
  | { said: 'key'; voice: number; key: string }
  | { said: 'failed'; voice: number; n: number; reason: string }
  | { said: 'heard'; bytes: [voice: number, bytes: number][] }
