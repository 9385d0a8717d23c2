/** What a line tells the phone that opened it. */
export interface LineListener {
  opened(): void
  onFrame(text: string): void
  /** The other side is there, even if it had nothing to say. */
  alive(): void
  /** Once, however the line ended; nothing is heard afterwards. */
  closed(code: number): void
}

/** One websocket to the server. */
export interface PhoneLine {
  /** Says nothing while the line is not open. */
  say(text: string): void
  /** Closes with a goodbye. */
  hangUp(): void
  /** The network goes: no goodbye. */
  cut(): void
}

export interface PhoneRequest {
  method: 'GET' | 'POST' | 'PATCH'
  /** From the root: /api/driver/me */
  path: string
  headers: Record<string, string>
  /** JSON as text. */
  body: string | null
}

/** How a phone reaches the server; Node and browsers each have their own. */
export interface PhoneTransport {
  /** Resolves with whatever the server answered; rejects when nobody did. `body` is null when it is no JSON. */
  ask(request: PhoneRequest): Promise<{ status: number; body: unknown }>
  open(listener: LineListener): PhoneLine
}

export const CALL_MS = 10_000
