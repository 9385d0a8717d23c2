/** Events of a connection for its phone. */
export interface LineListener {
  opened(): void
  onFrame(text: string): void
  /** The connection is alive, even without frames. */
  alive(): void
  /** Called once, however the connection ended; no events follow. */
  closed(code: number): void
}

/** One websocket to the server. */
export interface PhoneLine {
  /** Does nothing while the connection is not open. */
  say(text: string): void
  /** Closes with a close frame. */
  hangUp(): void
  /** Cuts the connection without a close frame. */
  cut(): void
}

export interface PhoneRequest {
  method: 'GET' | 'POST' | 'PATCH'
  /** Path on the server: /api/driver/me */
  path: string
  headers: Record<string, string>
  /** JSON as text. */
  body: string | null
}

/** Connection of a phone to the server; Node and browsers have their own implementation. */
export interface PhoneTransport {
  /** Resolves with any reply of the server; rejects without one. `body` is null when it is not JSON. */
  ask(request: PhoneRequest): Promise<{ status: number; body: unknown }>
  open(listener: LineListener): PhoneLine
}

export const CALL_MS = 10_000
